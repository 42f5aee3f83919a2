/** Whether this device has a share sheet that takes links. */
export function canShare(link: string): boolean {
  return navigator.canShare?.({ url: link }) ?? false;
}

/** Opens the device's own share sheet. Whoever closes it again has changed their mind: no error. */
export async function shareLink(link: string): Promise<void> {
  try {
    await navigator.share({ url: link });
  } catch (error) {
    if ((error as Error).name !== 'AbortError') {
      console.error('The link could not be shared.', error);
    }
  }
}

const HERE = /^https?:\/\/(?:(?:[^/:]+\.)?localhost|127(?:\.\d+){3}|\[::1\])[:/]/;

/** Whether a link leads to the computer that it is opened on, and so nowhere for anybody else. */
export function opensHereAlone(link: string): boolean {
  return HERE.test(link);
}
