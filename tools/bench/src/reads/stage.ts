import { loadKeys } from '@nemus/backend';
import { startProcess, temporaryFolder, type Ready } from '../../../backend/contract/process';

/** A backend whose reads are measured. */
export interface Stage extends Pick<Ready, 'apiUrl' | 'publishableKey'> {
  readonly pid: number;
  /** Signs access tokens. */
  readonly jwtSecret: string;
  close(): Promise<void>;
}

/** Starts the backend in a separate process on a PostgreSQL, with its own port and data. */
export async function openStage(dbUrl: string): Promise<Stage> {
  const data = temporaryFolder();
  const { ready, pid, end } = await startProcess({
    NEMUS_DATA_DIR: data.path,
    NEMUS_SAMPLE_DATA: 'off',
    NEMUS_RATE_LIMITS: 'off',
    DB_URL: dbUrl,
  });
  return {
    ...ready,
    pid,
    jwtSecret: loadKeys(data.path).jwtSecret,
    async close() {
      await end('SIGINT');
      data.remove();
    },
  };
}
