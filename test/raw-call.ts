import { once } from 'node:events';
import { connect } from 'node:net';

/** Sends bytes as they are, and returns all that comes back until the site closes the connection. */
export async function rawCall(address: string, bytes: string | Uint8Array): Promise<string> {
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  socket.write(bytes);
  let answer = '';
  socket.setEncoding('latin1').on('data', (text) => {
    answer += text;
  });
  await once(socket, 'close');
  return answer;
}
