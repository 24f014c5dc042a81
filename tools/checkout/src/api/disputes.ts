import { z } from 'zod';
import { noSuch } from '../errors';
import { acceptDispute } from '../payments/disputes';
import type { Dispute } from '../resources';
import type { Sandbox } from '../sandbox';
import { handle, newRoutes, type SandboxRoutes } from './handle';
import { expandParam, pageParams } from './params';
import { page } from './paging';

const readSchema = z.strictObject({ expand: expandParam });
const listSchema = z.strictObject({
  ...pageParams,
  charge: z.string().optional(),
  payment_intent: z.string().optional(),
});

/** Disputes: read, list, and give in. Banks open and decide them, through the controls of the sandbox. */
export function disputeRoutes(sandbox: Sandbox): SandboxRoutes {
  const { store } = sandbox;
  const find = (id: string): Dispute => {
    const dispute = store.disputes.get(id);
    if (!dispute) throw noSuch('dispute', id);
    return dispute;
  };
  return newRoutes()
    .get(
      '/disputes',
      handle(sandbox, listSchema, ({ charge, payment_intent: intent, ...request }) =>
        page(
          store.disputes.filter(
            (dispute) =>
              (charge === undefined || dispute.charge === charge) &&
              (intent === undefined || dispute.payment_intent === intent),
          ),
          request,
          '/v1/disputes',
        ),
      ),
    )
    .get(
      '/disputes/:id',
      handle(sandbox, readSchema, (_params, id) => find(id)),
    )
    .post(
      '/disputes/:id/close',
      handle(sandbox, readSchema, (_params, id) => acceptDispute(sandbox, find(id))),
    );
}
