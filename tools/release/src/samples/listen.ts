import type { Server } from 'node:http';

/** Listens on a free port of this machine. */
export async function listen(server: Server) {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const at = server.address();
  const port = at !== null && typeof at === 'object' ? at.port : 0;
  const end = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { endpoint: `http://127.0.0.1:${port}`, end };
}
