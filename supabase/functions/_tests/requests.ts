/** A function's request, and its answer. */
export interface Asked {
  readonly method: string;
  readonly url: URL;
  /** JSON as it is, a form as its fields. */
  readonly body: unknown;
  readonly headers: Headers;
}

export type Answer = (asked: Asked) => Response | undefined;

export const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

function readBody(text: string, type: string): unknown {
  if (text === '') return null;
  return type.includes('json') ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text));
}

/** Replaces the network for the functions: no request leaves the process. An unexpected request fails the test. */
export function interceptRequests(answer: Answer): { asked: readonly Asked[]; restore: () => void } {
  const asked: Asked[] = [];
  const real = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const body = readBody(await request.text(), request.headers.get('content-type') ?? '');
    const question = { method: request.method, url: new URL(request.url), body, headers: request.headers };
    asked.push(question);
    const answered = answer(question);
    if (!answered) throw new Error(`No server answers ${request.method} ${request.url}.`);
    return answered;
  };
  return {
    asked,
    restore: () => {
      globalThis.fetch = real;
    },
  };
}

export const CALLER_ID = '00000000-0000-4000-8000-0000000000aa';

/** A signed-in request to a function, as the portal makes it. */
export const signedIn = (name: string, body: object = {}) =>
  new Request(`https://project.example/functions/v1/${name}`, {
    method: 'POST',
    headers: { authorization: 'Bearer a.e30.c', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** What a hosted project and its operator set; all of it made up. */
export const SETTINGS = {
  SUPABASE_URL: 'https://project.example',
  SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_test',
  SUPABASE_SECRET_KEY: 'sb_secret_test',
  SITE_URL: 'https://portal.example',
  STRIPE_SECRET_KEY: 'sk_test_made_up',
  STRIPE_WEBHOOK_SECRET: 'whsec_made_up',
  MAIL_URL: 'https://mail.example/send',
  MAIL_KEY: 'mail-key',
} as const;

const VARIABLES = [
  ...Object.keys(SETTINGS),
  'STRIPE_API_BASE',
  'SMS_KEY',
  'SMS_SENDER',
  'SMS_COUNTRIES',
  'SMS_API_BASE',
  'SUPPORT_EMAIL',
  'CLIENT_ADDRESS_HEADER',
  'CLIENT_ADDRESS_PROXIES',
  'REGISTRY_URL',
  'METRICS_TOKEN',
];

/** Sets the environment of the functions to exactly this. */
export function setEnvironment(settings: Readonly<Record<string, string>>): void {
  for (const name of VARIABLES) delete process.env[name];
  Object.assign(process.env, settings);
}
