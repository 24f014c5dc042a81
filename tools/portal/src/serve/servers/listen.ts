import { createServer } from 'node:http';
import { createSecureServer } from 'node:http2';
import type { Server, Socket } from 'node:net';
import type { SiteRequest, SiteResponse } from './exchange';

/** A server that listens. */
export interface RunningServer {
  /** Origin as browsers address it, without a trailing slash. */
  readonly origin: string;
  readonly port: number;
  /** Ends open connections as well: browsers keep theirs alive, and a plain close would wait for them. */
  close(): Promise<void>;
}

/** What a server by https shows and keeps, as PEM. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** Answers one request. */
export type Answer = (request: SiteRequest, response: SiteResponse) => Promise<void>;
type Heard = (request: SiteRequest, response: SiteResponse) => void;

/** A server that does not listen yet, and what ends its connections. */
interface Unbound {
  readonly server: Server;
  endConnections(): void;
}

/**
 * Listens on 127.0.0.1 and answers a failing request with 500 instead of ending the process.
 *
 * @param port 0 takes a free one.
 * @param tls for https, by HTTP/2 or HTTP/1.1 as the caller wants; left out, it is plain HTTP/1.1.
 */
export async function listen(port: number, answer: Answer, tls?: Certificate): Promise<RunningServer> {
  const heard: Heard = (request, response) => {
    let isClosed = false;
    response.once('close', () => (isClosed = true));
    answer(request, response).catch((error: unknown) => {
      // A reader who left in the middle is no failure of the server.
      if (!response.headersSent) response.writeHead(500);
      response.end();
      if (!response.destroyed && !isClosed)
        process.stderr.write(`${request.method} ${request.url}: ${String(error)}\n`);
    });
  };
  const { server, endConnections } = tls ? secureServer(heard, tls) : plainServer(heard);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    origin: `${tls ? 'https' : 'http'}://localhost:${address.port}`,
    port: address.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        endConnections();
      }),
  };
}

function plainServer(heard: Heard): Unbound {
  const server = createServer(heard);
  return { server, endConnections: () => server.closeAllConnections() };
}

function secureServer(heard: Heard, { key, cert }: Certificate): Unbound {
  const server = createSecureServer({ key, cert, allowHTTP1: true }, heard);
  // Servers of HTTP/2 do not know their connections.
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return {
    server,
    endConnections: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}
