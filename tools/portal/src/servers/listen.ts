import { createServer, type RequestListener } from 'node:http';

/** A server that listens. */
export interface RunningServer {
  /** Origin as browsers address it, without a trailing slash. */
  readonly origin: string;
  readonly port: number;
  /** Ends open connections as well: browsers keep theirs alive, and a plain close would wait for them. */
  close(): Promise<void>;
}

/**
 * Listens on 127.0.0.1 and answers a failing request with 500 instead of ending the process.
 *
 * @param port 0 takes a free one.
 */
export async function listen(port: number, answer: (...args: Parameters<RequestListener>) => Promise<void>) {
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      // A reader who left in the middle is no failure of the server.
      if (!response.headersSent) response.writeHead(500);
      response.end();
      if (!response.destroyed) process.stderr.write(`${request.method} ${request.url}: ${String(error)}\n`);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const running: RunningServer = {
    origin: `http://localhost:${address.port}`,
    port: address.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return running;
}
