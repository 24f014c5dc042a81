import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { z } from 'zod';
import { startProcess, temporaryFolder } from './process';

// supabase-js needs a WebSocket to create a client; Node 20 has none, and realtime is not used here.
if (!('WebSocket' in globalThis)) Object.assign(globalThis, { WebSocket: class {} });

const hostedSchema = z.object({ SUPABASE_URL: z.url(), SUPABASE_PUBLISHABLE_KEY: z.string().min(1) });
const hosted = hostedSchema.safeParse(process.env);

/** Accounts of the seed, which a project under test has as well. */
export const DEMO = {
  piw: 'demo.piw@nemus.example',
  institution: 'demo.institution@nemus.example',
  password: 'nemus-demo-2026',
} as const;

/** What the contract is checked against. */
export interface Target {
  readonly apiUrl: string;
  readonly publishableKey: string;
}

/** The embedded backend has more that can be looked at: its mails, and a key past row level security. */
export interface LocalTarget extends Target {
  readonly mailUrl: string;
  readonly secretKey: string;
}

/** True when SUPABASE_URL and SUPABASE_PUBLISHABLE_KEY point at a hosted project. */
export const isHosted = hosted.success;

/** Starting on a busy machine takes its time; in milliseconds. */
export const START_TIME = 120_000;

/** The embedded backend for the tests of this file; only to be used where {@link isHosted} is false. */
export function localTarget(): () => LocalTarget {
  let target: LocalTarget | null = null;
  let stop = (): Promise<unknown> => Promise.resolve();
  beforeAll(async () => {
    const data = temporaryFolder();
    const { DB_URL } = process.env;
    const backend = await startProcess({
      NEMUS_DATA_DIR: data.path,
      NEMUS_RATE_LIMITS: 'off',
      ...(DB_URL ? { DB_URL } : {}),
    });
    target = backend.ready;
    stop = async () => {
      await backend.end('SIGINT');
      data.remove();
    };
  }, START_TIME);
  afterAll(() => stop(), START_TIME);
  return () => {
    if (!target) throw new Error('The backend is not started yet.');
    return target;
  };
}

/** The hosted project that the environment names. */
export function hostedTarget(): Target {
  const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY } = hostedSchema.parse(process.env);
  return { apiUrl: SUPABASE_URL, publishableKey: SUPABASE_PUBLISHABLE_KEY };
}

/** A separate client, like a browser in another tab: no stored session, no timer. */
export function newClient({ apiUrl, publishableKey }: Target): SupabaseClient {
  return createClient(apiUrl, publishableKey, { auth: { persistSession: false, autoRefreshToken: false } });
}

/** A client signed in as one of the demo accounts. */
export async function demoClient(target: Target, email: string): Promise<{ client: SupabaseClient; id: string }> {
  const client = newClient(target);
  const { data, error } = await client.auth.signInWithPassword({ email, password: DEMO.password });
  if (error) throw error;
  return { client, id: data.user.id };
}
