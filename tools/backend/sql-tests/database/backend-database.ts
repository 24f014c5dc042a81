import { findServer, startServer } from './server';

/** Where a backend that a test starts keeps its rows. */
export interface BackendDatabase {
  /** Variables for the start of the backend. */
  readonly environment: Readonly<Record<string, string>>;
  /** Ends the server; call it after the backend's end. */
  stop(): void;
}

/**
 * An empty database for a backend that a test starts: on a temporary real server, if this machine has one, which is
 * cheaper. Without one, and in `npm run test:soak`, the backend embeds its own (decision record 0033).
 */
export async function openBackendDatabase(): Promise<BackendDatabase> {
  const programs = process.env.NEMUS_SOAK === '1' ? null : findServer();
  if (programs === null) return { environment: {}, stop: () => undefined };
  const server = await startServer(programs);
  return { environment: { DB_URL: server.url }, stop: () => server.stop() };
}
