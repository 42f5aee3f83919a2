import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { frame, STREAM_HEADERS, say } from '../../http/live/event-stream.ts';
import { createBroadcast } from '../../live/broadcast.ts';
import { openBareDatabase } from '../letters/bare-database.ts';
import { bareAnswer, type Message } from './bare-answer.ts';
import { serveParent } from './serve-parent.ts';

/**
 * A child process that does the least that one can do for readers and a busy owner: every reader gets the
 * same page, which is never rendered again; what the owner sends is on disk before it is answered; and
 * all listeners are told, as the site tells them. Its parent gives it a folder and the page.
 */
const [folder = '.'] = process.argv.slice(2);
const database = openBareDatabase(join(folder, 'bare-site.db'));
const broadcast = createBroadcast();
/** As long as the site's own events. */
const NEWS = frame(
  `id: 1000\nevent: shown\ndata: ${JSON.stringify({
    id: randomUUID(),
    title: 'lamp window river 1000',
    date: '2026-11-20',
    position: 'x'.repeat(36),
  })}\n\n`,
);
let changes = 0;

function listen(outgoing: ServerResponse): void {
  outgoing.writeHead(200, STREAM_HEADERS);
  outgoing.flushHeaders();
  broadcast.subscribe({
    tell(events) {
      outgoing.socket?.cork();
      for (const _ of events) say(outgoing, NEWS);
      outgoing.socket?.uncork();
    },
    end: () => outgoing.end(),
  });
}

function write(incoming: IncomingMessage, outgoing: ServerResponse): void {
  let sent = '';
  incoming.setEncoding('utf8').on('data', (text) => {
    sent += text;
  });
  incoming.once('end', () => {
    database.insert(sent);
    outgoing.end(sent && JSON.stringify({ id: randomUUID(), ...JSON.parse(sent) }));
    changes += 1;
    // Another letter each time, so that no event supersedes an earlier one.
    broadcast.publish({ kind: 'withdrawn', seq: changes, id: String(changes) });
  });
}

serveParent((message: Message) => {
  const givePage = bareAnswer(message);
  return (incoming, outgoing) => {
    if (incoming.url === '/api/live') listen(outgoing);
    else if (incoming.method === 'GET') givePage(outgoing);
    else write(incoming, outgoing);
  };
});
