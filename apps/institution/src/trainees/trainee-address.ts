import {
  competencySchema,
  TRAINEE_ACCESSES,
  TRAINEE_STATUSES,
  type TraineeSelection,
  type TraineeSort,
} from '@nemus/data';
import { z } from 'zod';

/** Optional columns besides the name. */
export const COLUMN_KEYS = ['status', 'access', 'registered', 'hours', 'competencies', 'phone'] as const;
export type ColumnKey = (typeof COLUMN_KEYS)[number];
export const DEFAULT_COLUMNS: readonly ColumnKey[] = ['status', 'access', 'registered', 'hours', 'competencies'];

/** The list's state in the address. */
export interface TraineeList extends TraineeSelection {
  /** From 1 on. */
  readonly page: number;
  readonly columns: readonly ColumnKey[];
}

/** Names in the address; readers see and share them, so they are German. */
const NAMES = {
  search: 'suche',
  status: 'status',
  access: 'zugang',
  competency: 'kompetenz',
  sort: 'sortierung',
  page: 'seite',
  columns: 'spalten',
} as const;
const SORT_NAMES: Readonly<Record<TraineeSort, string>> = {
  name: 'name',
  email: 'e-mail',
  status: 'status',
  registered: 'registriert',
  hours: 'stunden',
  access: 'zugang',
};
const COLUMN_NAMES: Readonly<Record<ColumnKey, string>> = {
  status: 'status',
  access: 'zugang',
  registered: 'registriert',
  hours: 'stunden',
  competencies: 'kompetenzen',
  phone: 'telefon',
};

// An address may be typed or old: unknown values are ignored.
const addressSchema = z.object({
  search: z.string().max(200).catch(''),
  status: z.enum(TRAINEE_STATUSES).nullable().catch(null),
  access: z.enum(TRAINEE_ACCESSES).nullable().catch(null),
  competency: competencySchema.nullable().catch(null),
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
});

function keyOf<K extends string>(names: Readonly<Record<K, string>>, keys: readonly K[], name: string): K | undefined {
  return keys.find((key) => names[key] === name);
}
const SORTS: readonly TraineeSort[] = ['name', 'email', 'status', 'registered', 'hours', 'access'];

/** Reads the list's state from the address. */
export function readTraineeList(params: URLSearchParams): TraineeList {
  const sorting = params.get(NAMES.sort) ?? '';
  const columns = params.get(NAMES.columns);
  return {
    ...addressSchema.parse({
      search: params.get(NAMES.search) ?? '',
      status: params.get(NAMES.status),
      access: params.get(NAMES.access),
      competency: params.get(NAMES.competency),
      page: params.get(NAMES.page) ?? 1,
    }),
    sort: keyOf(SORT_NAMES, SORTS, sorting.replace(/^-/, '')) ?? 'name',
    descending: sorting.startsWith('-'),
    columns:
      columns === null ? DEFAULT_COLUMNS : COLUMN_KEYS.filter((key) => columns.split(',').includes(COLUMN_NAMES[key])),
  };
}

/** The same address with another state; defaults are omitted. */
export function writeTraineeList(params: URLSearchParams, list: TraineeList): URLSearchParams {
  const next = new URLSearchParams(params);
  const write = (name: string, value: string | null) =>
    value === null || value === '' ? next.delete(name) : next.set(name, value);
  write(NAMES.search, list.search);
  write(NAMES.status, list.status);
  write(NAMES.access, list.access);
  write(NAMES.competency, list.competency);
  const sorting = `${list.descending ? '-' : ''}${SORT_NAMES[list.sort]}`;
  write(NAMES.sort, sorting === 'name' ? null : sorting);
  write(NAMES.page, list.page === 1 ? null : String(list.page));
  if (sameColumns(list.columns, DEFAULT_COLUMNS)) next.delete(NAMES.columns);
  // An empty list is explicit: only the name is shown.
  else next.set(NAMES.columns, list.columns.map((key) => COLUMN_NAMES[key]).join(','));
  return next;
}

function sameColumns(one: readonly ColumnKey[], other: readonly ColumnKey[]): boolean {
  return one.length === other.length && one.every((key) => other.includes(key));
}

/** Whether the list is filtered: an empty result then means something else. */
export function isNarrowed({ search, status, access, competency }: TraineeSelection): boolean {
  return search.trim() !== '' || status !== null || access !== null || competency !== null;
}
