import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy between a browser and the portal's servers, whose connection can be cut. */
export interface Proxy {
  readonly port: number;
  /** Paths that were requested so far, in order. */
  readonly requested: readonly string[];
  /** True ends every open connection, and refuses new ones. */
  cut(offline: boolean): void;
  stop(): Promise<void>;
}

/** Starts a proxy on a free port. It carries plain HTTP only: the portal under test has no other origin. */
export async function startProxy(): Promise<Proxy> {
  let offline = false;
  const requested: string[] = [];
  const server = http.createServer((request, response) => {
    const { hostname, port, pathname, search } = new URL(request.url ?? '');
    const { method, headers } = request;
    requested.push(pathname);
    const onward = http.request({ hostname, port, path: pathname + search, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  });
  server.on('connection', (socket) => {
    if (offline) socket.destroy();
  });
  // Programs behind the browser's own services ask for tunnels to the outside.
  server.on('connect', (_request, socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    requested,
    cut: (wanted) => {
      offline = wanted;
      if (offline) server.closeAllConnections();
    },
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
