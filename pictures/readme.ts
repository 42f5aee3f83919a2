import type { Browser } from '@playwright/test';

export async function takeReadmePictures(_browser: Browser, _folder: string): Promise<void> {}
