/** For a page: React, which renders when it gets a message of its own, gets it late, as on a busy device. */
export function renderLate(): void {
  const { postMessage } = MessagePort.prototype;
  MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown) {
    setTimeout(() => postMessage.call(this, message), 300);
  };
}
