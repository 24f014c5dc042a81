import { z } from 'zod';

export const PURCHASE_TABS = ['all', 'course', 'credits', 'subscription'] as const;
export type PurchaseTab = (typeof PURCHASE_TABS)[number];
export const PURCHASE_SORTS = ['date', 'amount'] as const;
export type PurchaseSort = (typeof PURCHASE_SORTS)[number];

/** View parameters of the purchases' address. */
export interface PurchaseView {
  /** Null: the current year. */
  readonly year: number | null;
  readonly tab: PurchaseTab;
  readonly sort: PurchaseSort;
  readonly descending: boolean;
}

/** Names in the address; German, since users see and share them. */
const TAB_NAMES: Readonly<Record<PurchaseTab, string | null>> = {
  all: null,
  course: 'kurse',
  credits: 'credits',
  subscription: 'abonnements',
};
const SORT_NAMES: Readonly<Record<PurchaseSort, string>> = { date: 'datum', amount: 'betrag' };
const yearSchema = z.coerce.number().int().min(2000).max(9999).nullable().catch(null);

/** Reads the view from the address; unknown values are ignored. */
export function readPurchaseView(params: URLSearchParams): PurchaseView {
  const sorting = params.get('sortierung') ?? '-datum';
  const name = params.get('art');
  return {
    year: params.has('jahr') ? yearSchema.parse(params.get('jahr')) : null,
    tab: PURCHASE_TABS.find((tab) => name !== null && TAB_NAMES[tab] === name) ?? 'all',
    sort: PURCHASE_SORTS.find((sort) => SORT_NAMES[sort] === sorting.replace(/^-/, '')) ?? 'date',
    descending: sorting.startsWith('-'),
  };
}

/** The same address with another view; defaults are omitted. */
export function writePurchaseView(params: URLSearchParams, view: PurchaseView): URLSearchParams {
  const next = new URLSearchParams(params);
  const write = (name: string, value: string | null) => (value === null ? next.delete(name) : next.set(name, value));
  write('jahr', view.year === null ? null : String(view.year));
  write('art', TAB_NAMES[view.tab]);
  const sorting = `${view.descending ? '-' : ''}${SORT_NAMES[view.sort]}`;
  write('sortierung', sorting === '-datum' ? null : sorting);
  return next;
}
