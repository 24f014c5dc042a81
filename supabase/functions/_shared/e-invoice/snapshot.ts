import { z } from 'zod';

const word = z
  .string()
  .nullish()
  .transform((value) => value?.trim() ?? '');
const day = z.iso.date();
const cents = z.int();

/** How something is taxed: the category of UNTDID 5305, the rate in percent, and the ground when there is no tax. */
const taxSchema = z.object({
  category: z.enum(['S', 'E', 'AE', 'O']),
  rate: z.number().min(0).max(99),
  note: z.string().nullish(),
  reason: z.string().nullish(),
});

/**
 * An invoice as the database recorded it when it was issued (`nemus_unwritten_invoices`). Its electronic form contains
 * nothing else, so that the same invoice is the same bytes for ever. Money in cents; all amounts of a correction are
 * negative.
 */
export const snapshotSchema = z.object({
  id: z.uuid(),
  number: z.string().min(1),
  format: z.enum(['zugferd', 'xrechnung']),
  /** UNTDID 1001: 380 invoice, 381 a part is credited, 384 all of it is taken back. */
  document_code: z.union([z.literal(380), z.literal(381), z.literal(384)]),
  issued_on: day,
  service_on: day,
  service_until: day.nullable(),
  seller: z.object({
    name: word,
    street: word,
    /** Second line (BT-36). */
    extra_line: word,
    postal_code: word,
    city: word,
    country: word,
    email: word,
    phone: word,
    contact: word,
    tax_number: word,
    vat_id: word,
    register: word,
    representatives: word,
  }),
  buyer: z.object({
    name: word,
    street: word,
    /** Second line (BT-51). */
    extra_line: word,
    postal_code: word,
    city: word,
    country: word,
    email: word,
    vat_id: word,
    reference: word,
  }),
  lines: z
    .array(
      z.object({
        description: z.string(),
        quantity: z.int().positive(),
        gross_cents: cents,
        net_cents: cents,
        tax: taxSchema,
        service_from: day.nullish(),
        service_until: day.nullish(),
        /** Paid before the service. */
        is_advance: z.boolean().nullish(),
      }),
    )
    .min(1),
  taxes: z.array(taxSchema.extend({ net_cents: cents, tax_cents: cents })).min(1),
  net_cents: cents,
  tax_cents: cents,
  rounding_cents: cents,
  gross_cents: cents,
  /** To be paid by bank transfer; on a correction without a due date. Null: paid at the provider. */
  payment: z.object({ holder: z.string(), iban: z.string(), bic: z.string(), due_on: day.nullish() }).nullish(),
  cancels_number: z.string().nullable(),
  cancels_issued_on: day.nullable(),
});
export type Snapshot = z.infer<typeof snapshotSchema>;
