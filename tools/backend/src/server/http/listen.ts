import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { StartRefused } from '../refusal';

/** Answers one request. `peer` is the caller's network address. */
export type Handler = (request: Request, peer: string) => Promise<Response> | Response;

/** A port that is taken and does not answer properly yet. */
export interface Listener {
  /** From now on requests are answered; before, they hear 503. */
  answer(handler: Handler): void;
  /** Ends all connections; running requests have a moment to finish. */
  close(): Promise<void>;
}

/** How long running requests may take to finish when the server closes, in milliseconds. */
const GRACE = 3000;

const LOCAL_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

function bind(server: Server, port: number, variable: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE' && error.code !== 'EACCES') return reject(error);
      const problem =
        error.code === 'EACCES' ? `Port ${port} may not be used.` : `Port ${port} is in use. Is the portal running?`;
      reject(new StartRefused(problem, `Stop what uses it, or set ${variable} to another port. Nothing was changed.`));
    });
    server.listen(port, '127.0.0.1', () => resolve());
  });
}

/**
 * Takes a port of 127.0.0.1. Requests that name another host are refused: a page of a stranger that lets its own name
 * lead to this machine cannot read what is meant for the person in front of it.
 *
 * @param variable environment variable that chooses the port, for the error.
 * @throws {@link StartRefused} when the port is in use.
 */
export async function listen(port: number, variable: string): Promise<Listener> {
  let handler: Handler | null = null;
  const respond = getRequestListener(
    async (request, env) => {
      if (!LOCAL_HOST.test(request.headers.get('host') ?? '')) {
        return new Response('This server answers for localhost alone.\n', { status: 421 });
      }
      if (!handler) return new Response('Starting.\n', { status: 503, headers: { 'retry-after': '1' } });
      return handler(request, env.incoming.socket.remoteAddress ?? 'unknown');
    },
    { overrideGlobalObjects: false },
  );
  const server = createServer((incoming, outgoing) => void respond(incoming, outgoing));
  await bind(server, port, variable);
  return {
    answer: (next) => {
      handler = next;
    },
    close: () =>
      new Promise((resolve) => {
        const force = setTimeout(() => server.closeAllConnections(), GRACE);
        server.close(() => {
          clearTimeout(force);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}
