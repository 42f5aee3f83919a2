import { once } from 'node:events';
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a network does with the site's answer to a request. */
type Deed = (answer: IncomingMessage, response: ServerResponse) => void;

/** A network between readers and the site. Unlike an intercepted request, its answers go through the browser's cache. */
export interface Network {
  url: string;
  /** What it does instead of passing an answer on; null to do that. */
  deed: (path: string) => Deed | null;
}

/** The network's own page for everything, as long as nobody has logged in. Browsers may cache it for a month. */
export const loginPage: Deed = (answer, response) => {
  answer.resume();
  const changed = new Date(Date.now() - 300 * 86_400_000).toUTCString();
  response.writeHead(200, { 'Content-Type': 'text/html', 'Last-Modified': changed });
  response.end('<h1>Please log in.</h1>');
};

/** Nothing comes after the first bytes, and the connection stays open, as in a tunnel. */
export const tunnel: Deed = (answer, response) => {
  answer.resume();
  response.writeHead(answer.statusCode ?? 0, answer.headers);
  response.write(Buffer.alloc(1));
};

export async function startNetwork(site: string) {
  const network: Network = { url: '', deed: () => null };
  const server = createServer((request, response) => {
    const { method, url = '', headers } = request;
    // The site's writes are for pages of its own address alone.
    if (headers.origin) headers.origin = site;
    const asked = ask(site + url, { method, headers }, (answer) => {
      const deed = network.deed(url);
      if (deed) return deed(answer, response);
      response.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(response);
    });
    // A stream lasts until one of the two ends it.
    response.once('close', () => asked.destroy());
    asked.on('error', () => response.destroy());
    request.pipe(asked);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  network.url = `http://localhost:${(server.address() as AddressInfo).port}`;
  return {
    network,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
