import { z } from 'zod';
import { noSuch, ProviderError } from '../errors';
import { expireSession } from '../payments/checkout';
import { sessionView } from '../resources';
import type { Sandbox } from '../sandbox';
import { createSession } from './create-session';
import { handle, newRoutes, type SandboxRoutes } from './handle';
import { expandParam } from './params';
import { createSessionSchema } from './session-params';

const expireSchema = z.strictObject({ expand: expandParam });

export function sessionRoutes(sandbox: Sandbox): SandboxRoutes {
  const { store } = sandbox;
  return newRoutes()
    .post(
      '/checkout/sessions',
      handle(sandbox, createSessionSchema, (params) => sessionView(createSession(sandbox, params))),
    )
    .post(
      '/checkout/sessions/:id/expire',
      handle(sandbox, expireSchema, (_params, id) => {
        const session = store.sessions.get(id);
        if (!session) throw noSuch('checkout.session', id);
        if (session.status !== 'open') {
          throw new ProviderError(400, 'Only Checkout Sessions with a status in ["open"] can be expired.');
        }
        return sessionView(expireSession(sandbox, session));
      }),
    );
}
