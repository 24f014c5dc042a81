import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import type { CountryRule, CreditVoucher } from '../queries/fetchProductTaxes';
import type { TransactionType } from '../queries/fetchTransactions';

/** A tax treatment from now on; a null treatment removes the choice. */
export interface ProductTaxChange {
  readonly kind: TransactionType;
  /** One course; null: the whole kind. */
  readonly courseId: string | null;
  readonly treatment: string | null;
}

/** Sets how a product is taxed, by staff with the role `orders`. Invoices that were issued stay as they are. */
export async function setProductTax(
  client: DataClient,
  { kind, courseId, treatment }: ProductTaxChange,
): Promise<void> {
  const answer = await client.rpc('nemus_set_product_tax', {
    p_kind: kind,
    ...(courseId !== null && { p_course: courseId }),
    ...(treatment !== null && { p_treatment: treatment }),
  });
  await readRows(answer, z.unknown());
}

/** How buyers of a country are taxed from now on; a null rule removes the row: not sold. */
export interface CountryTaxChange {
  readonly country: string;
  readonly isBusiness: boolean;
  readonly rule: CountryRule | null;
}

/** Sets how buyers of a country are taxed, by staff with the role `orders`. */
export async function setCountryTax(
  client: DataClient,
  { country, isBusiness, rule }: CountryTaxChange,
): Promise<void> {
  const answer = await client.rpc('nemus_set_country_tax', {
    p_country: country,
    p_is_business: isBusiness,
    ...(rule !== null && { p_rule: rule }),
  });
  await readRows(answer, z.unknown());
}

/** Sets what credits are for VAT, by staff with the role `orders`. */
export async function setCreditVoucher(client: DataClient, creditsAre: CreditVoucher): Promise<void> {
  await readRows(await client.rpc('nemus_set_credit_voucher', { p_credits_are: creditsAre }), z.unknown());
}
