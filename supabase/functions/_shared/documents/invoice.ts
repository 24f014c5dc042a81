import { z } from 'zod';
import { PAYMENT_METHODS } from './payment-methods.ts';
import { transferSchema } from './transfer.ts';

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');

/**
 * A row of `nemus_invoices`: a document as issued, with the fields required by § 14 (4) UStG. Money in cents, dates
 * `yyyy-MM-dd`, the rate in percent.
 */
export const invoiceSchema = z.object({
  number: z.string(),
  is_sample: z.boolean(),
  kind: z.enum(['invoice', 'cancellation']),
  issued_on: z.string(),
  service_on: z.string(),
  /** Last day of a service over a period. */
  service_until: z.string().nullable(),
  seller: z.object({
    name: text,
    street: text,
    extra_line: text,
    postal_code: text,
    city: text,
    country: text,
    email: text,
    tax_number: text,
    vat_id: text,
    register: text,
    representatives: text,
  }),
  buyer: z.object({ name: text, address: text, email: text, vat_id: text, reference: text }),
  lines: z.array(
    z.object({
      description: z.string(),
      quantity: z.number(),
      unit: z.string(),
      gross_cents: z.number(),
      service_from: z.string().nullish(),
      service_until: z.string().nullish(),
      /** Paid before the service. */
      is_advance: z.boolean().nullish(),
      /** Day and method of the payment; missing on older documents and corrections. */
      paid_on: z.string().nullish(),
      paid_by: z.enum(PAYMENT_METHODS).nullish(),
      /** Tax treatment of the line; missing on older documents. */
      tax: z.object({ category: z.string().nullish(), rate: z.number(), note: z.string().nullish() }).nullish(),
    }),
  ),
  /** UNTDID 1001: 380 invoice, 381 partial credit, 384 full cancellation; null before electronic invoices. */
  document_code: z.number().nullable().default(null),
  is_collective: z.boolean().default(false),
  /** Sums by treatment; null with a single rate. */
  taxes: z
    .array(
      z.object({
        category: z.string().nullish(),
        rate: z.number(),
        note: z.string().nullish(),
        net_cents: z.number(),
        tax_cents: z.number(),
      }),
    )
    .nullable()
    .default(null),
  /** Difference between a gross price and its net plus rounded tax. */
  rounding_cents: z.number().default(0),
  /** The part paid from the credit of an earlier plan change. */
  balance_cents: z.number(),
  /** To be paid by bank transfer; on a correction without a due date. */
  payment: transferSchema.nullable().default(null),
  net_cents: z.number(),
  tax_cents: z.number(),
  gross_cents: z.number(),
  tax_rate: z.number(),
  tax_note: z.string().nullable(),
  /** The invoice that this document cancels. */
  cancels: z.object({ number: z.string() }).nullable(),
});
export type Invoice = z.infer<typeof invoiceSchema>;
