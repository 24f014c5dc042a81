import { z } from 'zod';
import { noSuch, ProviderError } from '../errors';
import { expireSession } from '../payments/checkout';
import { sessionView } from '../resources';
import type { Sandbox } from '../sandbox';
import { createSession } from './create-session';
import { handle, newRoutes, type SandboxRoutes } from './handle';
import { expandParam, pageParams } from './params';
import { page } from './paging';
import { createSessionSchema } from './session-params';

const readSchema = z.strictObject({ expand: expandParam });
const listSchema = z.strictObject({
  ...pageParams,
  customer: z.string().optional(),
  payment_intent: z.string().optional(),
  subscription: z.string().optional(),
  status: z.enum(['open', 'complete', 'expired']).optional(),
});

export function sessionRoutes(sandbox: Sandbox): SandboxRoutes {
  const { store } = sandbox;
  const find = (id: string) => {
    const session = store.sessions.get(id);
    if (!session) throw noSuch('checkout.session', id);
    return session;
  };
  return newRoutes()
    .post(
      '/checkout/sessions',
      handle(sandbox, createSessionSchema, (params) => sessionView(createSession(sandbox, params))),
    )
    .get(
      '/checkout/sessions',
      handle(sandbox, listSchema, ({ customer, payment_intent: intent, subscription, status, ...request }) =>
        page(
          store.sessions
            .filter(
              (session) =>
                (customer === undefined || session.customer === customer) &&
                (intent === undefined || session.payment_intent === intent) &&
                (subscription === undefined || session.subscription === subscription) &&
                (status === undefined || session.status === status),
            )
            .map(sessionView),
          request,
          '/v1/checkout/sessions',
        ),
      ),
    )
    .get(
      '/checkout/sessions/:id',
      handle(sandbox, readSchema, (_params, id) => sessionView(find(id))),
    )
    .get(
      '/checkout/sessions/:id/line_items',
      handle(sandbox, z.strictObject(pageParams), (request, id) => {
        const { data, url } = find(id).line_items;
        return page([...data].reverse(), request, url);
      }),
    )
    .post(
      '/checkout/sessions/:id/expire',
      handle(sandbox, readSchema, (_params, id) => {
        const session = find(id);
        if (session.status !== 'open') {
          throw new ProviderError(400, 'Only Checkout Sessions with a status in ["open"] can be expired.');
        }
        return sessionView(expireSession(sandbox, session));
      }),
    );
}
