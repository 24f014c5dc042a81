import { timingSafeEqual } from 'node:crypto';
import { createMiddleware } from 'hono/factory';
import { ProviderError } from '../errors';
import { passTime } from '../payments/passage';
import type { Sandbox } from '../sandbox';
import { newId } from '../store/ids';
import type { SandboxEnvironment } from './handle';

function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Accepts the one secret key, as a bearer or, like the provider, as the user of basic authentication. */
export function requireKey({ apiKey }: Sandbox) {
  return createMiddleware<SandboxEnvironment>(async (context, next) => {
    const [scheme = '', credentials = ''] = (context.req.header('authorization') ?? '').split(' ');
    const given =
      scheme.toLowerCase() === 'basic'
        ? (Buffer.from(credentials, 'base64').toString().split(':')[0] ?? '')
        : credentials;
    if (given === '') {
      throw new ProviderError(401, 'You did not provide an API key.');
    }
    if (!sameText(given, apiKey)) {
      throw new ProviderError(401, `Invalid API Key provided: ${given.slice(0, 8)}****`, { code: 'api_key_invalid' });
    }
    await next();
  });
}

/** Gives every answer an id, for the provider's support. */
export const nameRequest = createMiddleware<SandboxEnvironment>(async (context, next) => {
  context.header('request-id', newId('req'));
  await next();
});

/** Carries out a planned outage. */
export function suffer({ faults }: Sandbox) {
  return createMiddleware<SandboxEnvironment>(async (context, next) => {
    const outage = faults.takeOutage(context.req.path);
    if (outage === 'refused') {
      throw new ProviderError(500, 'An unknown error occurred (planned outage).', { type: 'api_error' });
    }
    await next();
    // Carried out, but the line breaks before the answer.
    if (outage === 'lost') context.env.incoming.socket.destroy();
  });
}

/** Lets time pass before a request, and writes what changed to the disk before it is answered; then events go out. */
export function settle(sandbox: Sandbox) {
  return createMiddleware<SandboxEnvironment>(async (context, next) => {
    const passed = passTime(sandbox);
    await next();
    if (!passed && (context.req.method === 'GET' || context.req.method === 'HEAD')) return;
    await sandbox.store.save();
    sandbox.courier.kick();
  });
}
