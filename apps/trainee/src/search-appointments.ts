import { MOST_FOUND, type FoundEntry, type SearchProvider } from '@nemus/contract';
import { findAppointments } from '@nemus/data';
import { formatDate } from '@nemus/ui';
import { paths } from './paths';

/** The account's own dates, past ones too. */
const searchAppointments: SearchProvider = async ({ supabase }, search, signal) => {
  const found = await findAppointments(supabase, { search, limit: MOST_FOUND, signal });
  return found.map(({ id, title, starts_at }): FoundEntry => ({
    id,
    label: title,
    detail: formatDate(starts_at),
    path: paths.appointment(id),
  }));
};
export default searchAppointments;
