import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { ACCOUNTS } from '../../tools/portal/src/harness/sign-in';
import type { World } from './world';

const CLIENTS = 20;
const PAUSE_MS = 400;
const sessionSchema = z.object({ access_token: z.string() });

/** Requests of further users, as their pages send them, until they are stopped. */
export interface Load {
  /** @returns the number of requests, and those that failed */
  stop(): Promise<{ readonly requests: number; readonly failures: readonly string[] }>;
}

/** As a browser does it: a request whose connection was closed under it is sent again. */
const ask = (url: string, headers: Record<string, string>) => {
  const send = () => fetch(url, { headers, signal: AbortSignal.timeout(20_000) });
  return send().catch(send);
};

export async function startLoad({ machine, backend }: World): Promise<Load> {
  const { portal, store } = machine;
  const apikey = backend.publishableKey;
  const [account] = ACCOUNTS;
  const signedIn = await fetch(`${portal}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: account?.email, password: account?.password }),
  });
  const { access_token: token } = sessionSchema.parse(await signedIn.json());
  const headers = { apikey, authorization: `Bearer ${token}` };
  const addresses = [
    `${portal}/`,
    `${portal}/config.json`,
    `${store}/registry/production.json`,
    `${portal}/rest/v1/nemus_courses?select=*&limit=5`,
    `${portal}/rest/v1/nemus_profiles?select=*&limit=1`,
    `${portal}/functions/v1/health/live`,
  ];
  const failures: string[] = [];
  let requests = 0;
  let isOver = false;
  const client = async (number: number) => {
    for (let turn = number; !isOver; turn += 1) {
      const url = addresses[turn % addresses.length] ?? portal;
      const own = url.includes('/rest/') ? headers : {};
      requests += 1;
      try {
        const answer = await ask(url, own);
        await answer.arrayBuffer();
        if (answer.status >= 400) failures.push(`${answer.status} ${url}`);
      } catch (error) {
        failures.push(`${String(error instanceof Error ? (error.cause ?? error.message) : error)} ${url}`);
      }
      await pause(PAUSE_MS);
    }
  };
  const clients = Array.from({ length: CLIENTS }, (_, number) => client(number));
  return {
    async stop() {
      isOver = true;
      await Promise.all(clients);
      return { requests, failures };
    },
  };
}
