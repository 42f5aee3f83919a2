/** A channel between the pages of this browser. Firefox refuses it where cookies are forbidden: then a port connected to nothing. */
export function openChannel(name: string): BroadcastChannel | MessagePort {
  try {
    return new BroadcastChannel(name);
  } catch {
    return new MessageChannel().port1;
  }
}
