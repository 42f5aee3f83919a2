import type { Page } from '@playwright/test';

/** For a page: React, which renders when it gets a message of its own, gets it late, as on a busy device. */
export function renderLate(): void {
  const { postMessage } = MessagePort.prototype;
  MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown) {
    setTimeout(() => postMessage.call(this, message), 300);
  };
}

interface HeldRendering {
  /** Until there is something to render. */
  wanted(): Promise<unknown>;
  release(): Promise<void>;
}

interface Held {
  held: (() => void)[];
  release(): void;
}

/** Lets React render nothing but what an input asks for, as on a device that is busier still. */
export async function holdRendering(page: Page): Promise<HeldRendering> {
  await page.evaluate(() => {
    const { postMessage } = MessagePort.prototype;
    const held: (() => void)[] = [];
    MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown) {
      held.push(() => postMessage.call(this, message));
    };
    const release = () => {
      MessagePort.prototype.postMessage = postMessage;
      for (const send of held) send();
    };
    Object.assign(window, { held, release });
  });
  return {
    wanted: () => page.waitForFunction(() => (window as unknown as Held).held.length > 0),
    release: () => page.evaluate(() => (window as unknown as Held).release()),
  };
}
