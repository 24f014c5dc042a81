import type { OrganisationLogSelection } from '@nemus/data';
import { z } from 'zod';

const idOf = z.uuid().nullable().catch(null);
const dayOf = z.iso.date().nullable().catch(null);
const numberOf = z.coerce.number().int().positive().nullable().catch(null);

/** Midnight in the reader's zone of a day, `days` later. */
function momentOf(day: string | null, days = 0): string | null {
  if (day === null) return null;
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + days).toISOString();
}

/** Filters of the log as they stand in the address; what is no filter counts as none. */
export function readLogAddress(params: URLSearchParams): {
  readonly selection: OrganisationLogSelection;
  readonly from: string | null;
  readonly until: string | null;
} {
  const [from, until] = [dayOf.parse(params.get('von')), dayOf.parse(params.get('bis'))];
  return {
    from,
    until,
    selection: {
      actor: idOf.parse(params.get('wer')),
      subject: params.get('was'),
      from: momentOf(from),
      // The last day belongs to it.
      to: momentOf(until, 1),
      before: numberOf.parse(params.get('vor')),
    },
  };
}
