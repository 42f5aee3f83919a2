import { type Browser, chromium } from '@playwright/test';
import { findChromium } from '../../scripts/find-chromium.ts';

const ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];

/** A real browser that makes no requests of its own. @param more arguments */
export function launchChromium(more: string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: findChromium(), args: [...ARGUMENTS, ...more] });
}
