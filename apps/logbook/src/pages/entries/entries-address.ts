import {
  caseName,
  HOUR_CATEGORIES,
  logbookStateSchema,
  searchText,
  searchWords,
  type EntrySelection,
  type LogbookCase,
  type LogbookSite,
} from '@nemus/data';
import { isDay } from '@nemus/ui';
import { z } from 'zod';

/** The filters of the list as its address has them; empty means all. */
export const entriesAddressSchema = z.object({
  suche: z.string().max(200).catch(''),
  zustand: z.enum(['', ...logbookStateSchema.options]).catch(''),
  art: z.enum(['', ...HOUR_CATEGORIES]).catch(''),
  staette: z.union([z.uuid(), z.enum(['', 'none'])]).catch(''),
  fall: z.union([z.uuid(), z.enum(['', 'none'])]).catch(''),
  wer: z.union([z.uuid(), z.enum(['', 'none'])]).catch(''),
  von: z.string().refine(isDay).catch(''),
  bis: z.string().refine(isDay).catch(''),
  seite: z.coerce.number().int().min(1).catch(1),
});
export type EntriesAddress = z.infer<typeof entriesAddressSchema>;

/** The filters of an address; unreadable ones are left out. */
export const readEntriesAddress = (params: URLSearchParams): EntriesAddress =>
  entriesAddressSchema.parse(Object.fromEntries(params));

/** The address of filters, without the empty ones. */
export const writeEntriesAddress = (address: EntriesAddress): URLSearchParams =>
  new URLSearchParams(
    Object.entries(address).flatMap(([name, value]) =>
      value === '' || value === 1 ? [] : [[name, String(value)] as [string, string]],
    ),
  );

/** The selection of an address. Names of sites and codes of cases are looked up here: the account has few of them. */
export function selectionOf(
  address: EntriesAddress,
  sites: readonly LogbookSite[],
  cases: readonly LogbookCase[],
): EntrySelection {
  const { suche, zustand, art, staette, fall, wer, von, bis } = address;
  return {
    words: searchWords(suche).map((word) => ({
      word,
      sites: sites.filter(({ name }) => searchText(name).includes(word)).map(({ id }) => id),
      cases: cases.filter((one) => searchText(caseName(one)).includes(word)).map(({ id }) => id),
    })),
    state: zustand || undefined,
    category: art || undefined,
    site: staette || undefined,
    case: fall || undefined,
    confirmer: wer || undefined,
    from: von || undefined,
    until: bis || undefined,
  };
}
