import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

/** Keys of revenue accounts: rates in percent, reverse charge, outside the scope of VAT, multi-purpose vouchers. */
export const REVENUE_KEYS = ['19', '7', '0', 'AE', 'O', 'voucher'] as const;

const settingsSchema = z.object({
  /** Numbers from the tax adviser; empty until they are filled in. */
  consultant: z.string(),
  client: z.string(),
  account_length: z.number(),
  /** Month in which the financial year begins. */
  year_starts: z.int().min(1).max(12),
  money_account: z.string(),
  /** What an earlier change of plan settled. */
  balance_account: z.string(),
  /** Fees of the payment provider. */
  fee_account: z.string(),
  /** Invoices that are paid by transfer, and the account on which they are paid. */
  receivable_account: z.string().default(''),
  bank_account: z.string().default(''),
  revenue_accounts: z.record(z.string(), z.string()),
});
export type BookkeepingSettings = z.infer<typeof settingsSchema>;

const bookkeepingSchema = z.object({
  settings: settingsSchema,
  fees: z.array(z.object({ payment_id: z.string(), charged_on: z.string(), fee_cents: z.number() })),
  lines: z.array(
    z.object({
      number: z.string(),
      issued_on: z.string(),
      service_on: z.string(),
      kind: z.enum(['invoice', 'cancellation']),
      /** UNTDID 1001; null before electronic invoices. */
      document_code: z.number().nullable().default(null),
      cancels_number: z.string().nullable(),
      buyer: z.string(),
      /** Empty for consumers. */
      vat_id: z.string().default(''),
      category: z.enum(['S', 'E', 'AE', 'O']),
      rate: z.number(),
      /** Key of its revenue account. */
      account: z.string(),
      /** Of the treatment; negative for corrections of an invoice, as gross_cents. */
      net_cents: z.number().default(0),
      tax_cents: z.number().default(0),
      /** With the rounding amount of older documents. */
      gross_cents: z.number(),
      /** The part for which no money moved. */
      balance_cents: z.number(),
      /** Paid by bank transfer: the payments are in `receipts`. */
      is_transfer: z.boolean().default(false),
    }),
  ),
  /** Payments by transfer; below zero: sent back. */
  receipts: z
    .array(
      z.object({
        number: z.string(),
        buyer: z.string(),
        received_on: z.string(),
        amount_cents: z.int(),
        reference: z.string(),
      }),
    )
    .default([]),
});
export type Bookkeeping = z.infer<typeof bookkeepingSchema>;

/** Bookkeeping data of the portal's invoices, for staff with the role `orders`; both days `yyyy-MM-dd`, inclusive. */
export async function fetchBookkeeping(client: DataClient, from: string, until: string): Promise<Bookkeeping> {
  return readRows(await client.rpc('nemus_bookkeeping', { p_from: from, p_until: until }), bookkeepingSchema);
}

/** Numbers and accounts of the export, for staff with the role `orders`. */
export const bookkeepingSettingsQuery = (client: DataClient) =>
  queryOptions({
    queryKey: ['bookkeeping-settings'],
    queryFn: async () => readRows(await client.rpc('nemus_bookkeeping_settings'), settingsSchema),
  });

/** Changes them. Fields that the database refuses are named in the error. */
export async function setBookkeeping(client: DataClient, settings: BookkeepingSettings): Promise<void> {
  await readRows(await client.rpc('nemus_set_bookkeeping', { p_settings: settings }), z.unknown());
}
