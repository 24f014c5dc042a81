import { startProcess, type Ready } from '../../backend/contract/process';
import { loadKeys, type Keys } from '../../backend/src/server/keys/keys';

export interface BackendProcess extends Ready, Omit<Keys, keyof Ready> {
  readonly pid: number;
  close(): Promise<void>;
  /** Kills it without a clean shutdown, like a crash. */
  crash(): Promise<void>;
}

export interface BackendPlace {
  readonly apiPort: number;
  readonly mailPort: number;
  readonly checkoutPort: number;
  readonly siteUrl: string;
  readonly dataDir: string;
  /** Variables with the database's address, if it is not in the folder. */
  readonly database: Readonly<Record<string, string>>;
}

/** Starts the backend as a separate process, as an operator would, and waits until it is ready. */
export async function startBackendProcess(place: BackendPlace): Promise<BackendProcess> {
  const { ready, pid, end } = await startProcess({
    ...place.database,
    NEMUS_API_PORT: String(place.apiPort),
    NEMUS_MAIL_PORT: String(place.mailPort),
    NEMUS_CHECKOUT_PORT: String(place.checkoutPort),
    NEMUS_SITE_URL: place.siteUrl,
    NEMUS_DATA_DIR: place.dataDir,
    NEMUS_SAMPLE_DATA: 'off',
    NEMUS_RATE_LIMITS: 'off',
    NEMUS_SUPPORT_EMAIL: 'support@nemus.example',
  });
  return {
    ...loadKeys(place.dataDir),
    ...ready,
    pid,
    close: async () => void (await end('SIGINT')),
    crash: async () => void (await end('SIGKILL')),
  };
}
