import { z } from 'zod';
import type { Sandbox } from '../sandbox';
import { handle, newRoutes, type SandboxRoutes } from './handle';
import { pageParams } from './params';
import { page } from './paging';

const paymentListSchema = z.strictObject({
  ...pageParams,
  payment: z.strictObject({ type: z.literal('payment_intent'), payment_intent: z.string() }).optional(),
});

/** The payments that belong to invoices. */
export function invoiceRoutes(sandbox: Sandbox): SandboxRoutes {
  const { store } = sandbox;
  return newRoutes().get(
    '/invoice_payments',
    handle(sandbox, paymentListSchema, ({ payment, limit }) =>
      page(
        store.invoices
          .all()
          .flatMap(({ payments }) => payments.data)
          .filter((made) => payment === undefined || made.payment.payment_intent === payment.payment_intent),
        limit,
        '/v1/invoice_payments',
      ),
    ),
  );
}
