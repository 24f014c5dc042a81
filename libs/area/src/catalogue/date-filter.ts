import type { CatalogueDate } from '@nemus/data';
import { z } from 'zod';
import { berlinDay } from '../calendar/berlin';

/** Filters of a catalogue by its dates and prices. Null and false mean "all". */
export interface DateFilter {
  /** Month in which it begins, `yyyy-MM`. */
  readonly month: string | null;
  /** House of the date, as {@link houseOf}. */
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

export const isDateFiltered = (filter: DateFilter): boolean => asksForDates(filter) || filter.most !== null;

const asksForDates = ({ month, house, online, free }: DateFilter): boolean =>
  month !== null || house !== null || online || free;

/** The house of a date without its room: the location up to the first comma. Empty for an online date. */
export const houseOf = ({ location }: Pick<CatalogueDate, 'location'>): string => location.split(',')[0]?.trim() ?? '';

/** The month in which a date begins, in Berlin, `yyyy-MM`. */
export const monthOf = ({ starts_at }: Pick<CatalogueDate, 'starts_at'>): string => berlinDay(starts_at).slice(0, 7);

/** The dates of one course that fit the filter; one date has to meet all of it. */
export const fittingDates = (dates: readonly CatalogueDate[], filter: DateFilter): readonly CatalogueDate[] =>
  dates.filter(
    (date) =>
      (filter.month === null || monthOf(date) === filter.month) &&
      (filter.house === null || houseOf(date) === filter.house) &&
      (!filter.online || date.format === 'Online') &&
      (!filter.free || date.free_places > 0),
  );

/** Whether a course fits the filter, by its price and its dates. */
export const fitsDateFilter = (
  { price_euros }: { readonly price_euros: number },
  dates: readonly CatalogueDate[],
  filter: DateFilter,
): boolean =>
  (filter.most === null || price_euros <= filter.most) &&
  (!asksForDates(filter) || fittingDates(dates, filter).length > 0);
