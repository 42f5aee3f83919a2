import { once } from 'node:events';
import { connect } from 'node:net';

/**
 * Sends bytes as they are, and returns all that comes back until the site closes the connection.
 * @param more is sent once the first of it is back
 */
export async function rawCall(
  address: string,
  bytes: string | Uint8Array,
  more?: string,
): Promise<string> {
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  socket.write(bytes);
  let answer = '';
  socket.setEncoding('latin1').on('data', (text) => {
    answer += text;
  });
  const closed = once(socket, 'close');
  if (more !== undefined) {
    await once(socket, 'data');
    socket.write(more);
  }
  await closed;
  return answer;
}
