import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import { logbookFieldsSchema, logbookStateSchema, type LogbookState } from '../rows/logbook';
import { hourCategorySchema, type HourCategory } from '../rows/requirements';
import { readPages } from './pages';

const listedSchema = logbookFieldsSchema.extend({
  id: z.string(),
  revision: z.number(),
  state: logbookStateSchema,
  confirmed_by: z.string().nullable(),
  return_reason: z.string().nullable(),
  corrects: z.string().nullable(),
  is_sample: z.boolean(),
  is_imported: z.boolean().default(false),
  /** Who issued it: a certificate from elsewhere. Null for hours. */
  issuer: z.string().nullable().default(null),
  site: z.object({ name: z.string() }).nullable(),
  case: z.object({ code: z.string() }).nullable(),
});
/** An entry in the list of all entries. */
export type ListedEntry = z.infer<typeof listedSchema>;

/** A word of a search, in the form that search texts have, and the sites and cases whose name or code has it. */
export interface EntryWord {
  readonly word: string;
  readonly sites: readonly string[];
  readonly cases: readonly string[];
}

/** Filters of the list; absent means all. */
export interface EntrySelection {
  /** Each must be in the note, the confirmer's name, the issuer, the site or the case. */
  readonly words?: readonly EntryWord[];
  readonly state?: LogbookState | undefined;
  readonly category?: HourCategory | undefined;
  /** `none`: entries without one. */
  readonly site?: string | undefined;
  readonly case?: string | undefined;
  readonly confirmer?: string | undefined;
  /** `yyyy-MM-dd`, both inclusive. */
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

/** A page of the list, and the length of the whole list. */
export interface EntryPage {
  /** From 1 on; the first one when the requested page is beyond the end. */
  readonly page: number;
  readonly entries: readonly ListedEntry[];
  readonly total: number;
}

const COLUMNS =
  'id,revision,done_on,category,minutes,competency,level,note,site_id,case_id,confirmer_id,state,confirmed_by,return_reason,corrects,is_sample,is_imported,issuer,setting,form,age_group,procedure,service,site:nemus_logbook_sites!own_site(name),case:nemus_logbook_cases!own_case(code)';
const TOTALS = 'id,category,minutes,corrects';

function select<C extends typeof COLUMNS | typeof TOTALS>(
  client: DataClient,
  userId: string,
  columns: C,
  { words = [], state, category, site, case: treated, confirmer, from, until }: EntrySelection,
) {
  let request = client.from('nemus_logbook_entries').select(columns, { count: 'exact' }).eq('user_id', userId);
  const found = words.map(({ word, sites, cases }) => {
    const parts = [`search_text.like.%${word}%`];
    if (sites.length > 0) parts.push(`site_id.in.(${sites.join()})`);
    if (cases.length > 0) parts.push(`case_id.in.(${cases.join()})`);
    return parts.length === 1 ? parts.join() : `or(${parts.join()})`;
  });
  // One filter: the embedded backend joins several with "or".
  if (found.length > 0) request = request.or(`and(${found.join()})`);
  if (state) request = request.eq('state', state);
  if (category) request = request.eq('category', category);
  if (site) request = site === 'none' ? request.is('site_id', null) : request.eq('site_id', site);
  if (treated) request = treated === 'none' ? request.is('case_id', null) : request.eq('case_id', treated);
  if (confirmer) {
    request = confirmer === 'none' ? request.is('confirmer_id', null) : request.eq('confirmer_id', confirmer);
  }
  if (from) request = request.gte('done_on', from);
  if (until) request = request.lte('done_on', until);
  // The id makes the order unique; otherwise an entry could be on two pages.
  return request.order('done_on', { ascending: false }).order('id');
}

/**
 * One page of the account's entries over all time, the newest first; searched and filtered by the database.
 * @param page from 1 on
 */
export async function fetchLogbookEntryPage(
  client: DataClient,
  userId: string,
  selection: EntrySelection,
  page: number,
  pageSize: number,
): Promise<EntryPage> {
  const from = (page - 1) * pageSize;
  const answer = await select(client, userId, COLUMNS, selection).range(from, from + pageSize - 1);
  // A page beyond the end, from an old address.
  if (answer.status === 416 && page > 1) return fetchLogbookEntryPage(client, userId, selection, 1, pageSize);
  const entries = await readRows(answer, z.array(listedSchema));
  return { page, entries, total: answer.count ?? entries.length };
}

const totalRowsSchema = z.array(
  z.object({ id: z.string(), category: hourCategorySchema, minutes: z.number(), corrects: z.string().nullable() }),
);

/** Minutes of a whole selection by category; of an entry and its correction only the correction. */
export async function fetchLogbookEntryTotals(
  client: DataClient,
  userId: string,
  selection: EntrySelection,
): Promise<Readonly<Partial<Record<HourCategory, number>>>> {
  const rows = await readPages(
    (from, to) => select(client, userId, TOTALS, selection).range(from, to),
    totalRowsSchema,
  );
  const replaced = new Set(rows.map(({ corrects }) => corrects));
  const totals: Partial<Record<HourCategory, number>> = {};
  for (const { id, category, minutes } of rows) {
    if (!replaced.has(id)) totals[category] = (totals[category] ?? 0) + minutes;
  }
  return totals;
}

/** Keeps the rows on the screen while the next selection loads. */
export const logbookEntryPageQuery = (
  client: DataClient,
  userId: string,
  selection: EntrySelection,
  page: number,
  pageSize: number,
) =>
  queryOptions({
    queryKey: ['logbook', userId, 'entries', selection, page, pageSize],
    queryFn: () => fetchLogbookEntryPage(client, userId, selection, page, pageSize),
    placeholderData: keepPreviousData,
  });

export const logbookEntryTotalsQuery = (client: DataClient, userId: string, selection: EntrySelection) =>
  queryOptions({
    queryKey: ['logbook', userId, 'entry-totals', selection],
    queryFn: () => fetchLogbookEntryTotals(client, userId, selection),
    placeholderData: keepPreviousData,
  });
