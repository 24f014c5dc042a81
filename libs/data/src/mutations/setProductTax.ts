import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
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
