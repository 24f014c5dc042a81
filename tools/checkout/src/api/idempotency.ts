import { createHash } from 'node:crypto';
import { createMiddleware } from 'hono/factory';
import { ProviderError } from '../errors';
import type { Sandbox } from '../sandbox';
import type { SandboxEnvironment } from './handle';

const MAX_KEY_LENGTH = 255;

const digest = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/**
 * A POST with an `Idempotency-Key` is carried out once: the same request gets the first answer again, another request
 * with the same key is refused, and so is a second one while the first is pending. A request that the schema refused
 * was never carried out, so its key stays free.
 *
 * @see https://docs.stripe.com/api/idempotent_requests
 */
export function idempotency({ store }: Sandbox) {
  const underWay = new Set<string>();
  return createMiddleware<SandboxEnvironment>(async (context, next) => {
    const key = context.req.header('idempotency-key');
    if (context.req.method !== 'POST' || key === undefined) return next();
    if (key.length > MAX_KEY_LENGTH) {
      throw new ProviderError(400, 'Idempotency keys must be at most 255 characters long.', {
        type: 'idempotency_error',
      });
    }
    if (underWay.has(key)) {
      const message = `There is currently another in-progress request using this Idempotent Key: ${key}.`;
      throw new ProviderError(409, message, { type: 'idempotency_error', code: 'idempotency_key_in_use' });
    }
    underWay.add(key);
    try {
      const request = digest(context.req.method, context.req.path, await context.req.text());
      const kept = store.keptAnswers.get(key);
      if (kept && kept.request !== request) {
        const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`;
        throw new ProviderError(400, message, { type: 'idempotency_error' });
      }
      if (kept) {
        const headers = { 'content-type': 'application/json', 'idempotent-replayed': 'true' };
        return new Response(kept.body, { status: kept.status, headers });
      }
      await next();
      const { status } = context.res;
      if (status < 400 || status === 402) {
        const body = await context.res.clone().text();
        store.keptAnswers.put({ id: key, request, status, body, createdAt: Date.now() });
      }
    } finally {
      underWay.delete(key);
    }
    return undefined;
  });
}
