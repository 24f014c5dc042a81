import { Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { ProviderError } from '../errors';
import type { Sandbox } from '../sandbox';
import { catalogRoutes } from './catalog';
import { customerRoutes } from './customers';
import { nameRequest, requireKey, settle, suffer } from './guards';
import type { SandboxEnvironment, SandboxRoutes } from './handle';
import { idempotency } from './idempotency';
import { invoiceRoutes } from './invoices';
import { paymentRoutes } from './payments';
import { portalRoutes } from './portal';
import { readRoutes } from './reads';
import { sessionRoutes } from './sessions';
import { subscriptionRoutes } from './subscriptions';

const STATUSES = [400, 401, 402, 403, 404, 409, 429, 500] as const satisfies readonly ContentfulStatusCode[];

/** The provider's API under `/v1`, as far as the functions of the portal use it. */
export function createApi(sandbox: Sandbox): SandboxRoutes {
  const api = new Hono<SandboxEnvironment>();
  api.use(nameRequest, suffer(sandbox), requireKey(sandbox), settle(sandbox), idempotency(sandbox));
  for (const routes of [
    customerRoutes,
    catalogRoutes,
    sessionRoutes,
    paymentRoutes,
    subscriptionRoutes,
    invoiceRoutes,
    portalRoutes,
    readRoutes,
  ]) {
    api.route('/', routes(sandbox));
  }
  api.all('*', ({ req }) => {
    throw new ProviderError(
      404,
      `Unrecognized request URL (${req.method}: ${req.path}). The sandbox knows no such call.`,
    );
  });
  api.onError((error, context) => {
    if (error instanceof ProviderError) {
      return context.json(error.body(), STATUSES.find((status) => status === error.status) ?? 500);
    }
    console.error(error);
    return context.json(new ProviderError(500, 'The sandbox failed.', { type: 'api_error' }).body(), 500);
  });
  return api;
}
