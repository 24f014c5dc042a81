import { useSearchParams } from 'react-router-dom';
import { z } from 'zod';

const idOf = z.uuid().nullable().catch(null);
const dayOf = z.iso.date().nullable().catch(null);
const numberOf = z.coerce.number().int().positive().nullable().catch(null);

/** Midnight in the reader's time zone, `days` after a day. */
function momentOf(day: string | null, days = 0): string | null {
  if (day === null) return null;
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + days).toISOString();
}

/** Names of a log's filters in its address. */
export interface LogAddressNames {
  readonly actor: string;
  readonly subject: string;
  /** The key of one subject, when a link leads to its lines. */
  readonly subjectId?: string;
  /** Words of names. */
  readonly search?: string;
  readonly from: string;
  readonly until: string;
  readonly before: string;
}
export type LogFilter = 'actor' | 'subject' | 'search' | 'from' | 'until';

/** Default for a filter that a log does not have. */
const NONE = 'none';
const NO_SUBJECT_ID = ['subjectId', ''] as const;

/** The filters and page of a log, as in the address; unknown filters are ignored. */
export function useLogAddress(names: LogAddressNames) {
  const [params, setParams] = useSearchParams();
  const read = (name: keyof LogAddressNames) => params.get(names[name] ?? NONE);
  const [from, until] = [dayOf.parse(read('from')), dayOf.parse(read('until'))];
  /** Sets values; empty ones are removed. A new selection starts at its newest line, in the same history entry. */
  const set = (values: readonly (readonly [keyof LogAddressNames, string])[], replace = true) =>
    setParams(
      (old) => {
        const next = new URLSearchParams(old);
        next.delete(names.before);
        for (const [name, value] of values) {
          if (value === '') next.delete(names[name] ?? NONE);
          else next.set(names[name] ?? NONE, value);
        }
        return next;
      },
      { replace },
    );
  return {
    /** Days as in the fields. */
    from,
    until,
    selection: {
      actor: idOf.parse(read('actor')),
      subject: read('subject'),
      subjectId: read('subjectId'),
      search: read('search'),
      from: momentOf(from),
      /** The exclusive end: the first moment after the last day. */
      to: momentOf(until, 1),
      /** Lines before this one. */
      before: numberOf.parse(read('before')),
    },
    isNarrowed: params.toString() !== '',
    filter: (name: LogFilter, value: string) => set([[name, value], ...(name === 'subject' ? [NO_SUBJECT_ID] : [])]),
    clear: () => set([['actor', ''], ['subject', ''], NO_SUBJECT_ID, ['search', ''], ['from', ''], ['until', '']]),
    newest: () => set([]),
    older: (before: number) => set([['before', String(before)]], false),
  };
}
export type LogAddress = ReturnType<typeof useLogAddress>;
