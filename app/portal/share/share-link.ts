/** Whether this device has a share sheet that takes links. */
export function canShare(link: string): boolean {
  return navigator.canShare?.({ url: link }) ?? false;
}

/** Opens the device's share sheet. Dismissing it is no error. */
export async function shareLink(link: string): Promise<void> {
  try {
    await navigator.share({ url: link });
  } catch (error) {
    if ((error as Error).name !== 'AbortError') {
      console.error('The link could not be shared.', error);
    }
  }
}
