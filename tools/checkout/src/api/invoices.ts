import { z } from 'zod';
import { noSuch } from '../errors';
import { invoiceView } from '../resources';
import type { Sandbox } from '../sandbox';
import { handle, newRoutes, type SandboxRoutes } from './handle';
import { expandParam, pageParams } from './params';
import { page } from './paging';

const readSchema = z.strictObject({ expand: expandParam });
const listSchema = z.strictObject({
  ...pageParams,
  customer: z.string().optional(),
  subscription: z.string().optional(),
});
const paymentListSchema = z.strictObject({
  ...pageParams,
  invoice: z.string().optional(),
  payment: z.strictObject({ type: z.literal('payment_intent'), payment_intent: z.string() }).optional(),
});

/** Invoices of subscriptions and the payments that belong to them. */
export function invoiceRoutes(sandbox: Sandbox): SandboxRoutes {
  const { store } = sandbox;
  return newRoutes()
    .get(
      '/invoices',
      handle(sandbox, listSchema, ({ customer, subscription, ...request }) =>
        page(
          store.invoices
            .filter(
              (invoice) =>
                (customer === undefined || invoice.customer === customer) &&
                (subscription === undefined || invoice.parent.subscription_details.subscription === subscription),
            )
            .map(invoiceView),
          request,
          '/v1/invoices',
        ),
      ),
    )
    .get(
      '/invoices/:id',
      handle(sandbox, readSchema, (_params, id) => {
        const invoice = store.invoices.get(id);
        if (!invoice) throw noSuch('invoice', id);
        return invoiceView(invoice);
      }),
    )
    .get(
      '/invoice_payments',
      handle(sandbox, paymentListSchema, ({ invoice, payment, ...request }) =>
        page(
          store.invoices
            .all()
            .flatMap(({ payments }) => payments.data)
            .filter(
              (made) =>
                (invoice === undefined || made.invoice === invoice) &&
                (payment === undefined || made.payment.payment_intent === payment.payment_intent),
            ),
          request,
          '/v1/invoice_payments',
        ),
      ),
    );
}
