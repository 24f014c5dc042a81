import { z } from 'zod';

/** Filters of a catalogue by its dates and prices. Null and false mean "all". */
export interface DateFilter {
  /** Month in which it begins, `yyyy-MM`. */
  readonly month: string | null;
  /** House of the date: its location without the room. */
  readonly house: string | null;
  readonly online: boolean;
  /** With free places. */
  readonly free: boolean;
  /** Highest price in euros. */
  readonly most: number | null;
}
export const NO_DATE_FILTER: DateFilter = { month: null, house: null, online: false, free: false, most: null };

/** Names in the address; readers see and share them, so they are German. */
const DATE_FILTER_NAMES = {
  month: 'monat',
  house: 'ort',
  online: 'online',
  free: 'frei',
  most: 'preis',
} as const;

// An address may be typed or old: unknown values count as "all".
const addressSchema = z.object({
  month: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
    .nullable()
    .catch(null),
  house: z.string().max(300).nullable().catch(null),
  online: z.literal('1').transform(Boolean).catch(false),
  free: z.literal('1').transform(Boolean).catch(false),
  most: z
    .string()
    .regex(/^[1-9]\d{0,4}$/)
    .transform(Number)
    .nullable()
    .catch(null),
});

/** Reads the filter from the address. */
export const readDateFilter = (params: URLSearchParams): DateFilter =>
  addressSchema.parse(
    Object.fromEntries(Object.entries(DATE_FILTER_NAMES).map(([key, name]) => [key, params.get(name) || null])),
  );

/** The filter as parameters of the address; an empty text means "all". */
export const dateFilterParams = ({
  month,
  house,
  online,
  free,
  most,
}: DateFilter): Readonly<Record<string, string>> => ({
  [DATE_FILTER_NAMES.month]: month ?? '',
  [DATE_FILTER_NAMES.house]: house ?? '',
  [DATE_FILTER_NAMES.online]: online ? '1' : '',
  [DATE_FILTER_NAMES.free]: free ? '1' : '',
  [DATE_FILTER_NAMES.most]: most === null ? '' : String(most),
});

export const isDateFiltered = ({ month, house, online, free, most }: DateFilter): boolean =>
  month !== null || house !== null || online || free || most !== null;
