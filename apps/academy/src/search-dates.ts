import { addDays, berlinDay, berlinMidnight } from '@nemus/area/calendar';
import { MOST_FOUND, type FoundEntry, type SearchProvider } from '@nemus/contract';
import { fetchTeachingDates, fetchTeachingSeminars, type TeachingDateSelection } from '@nemus/data';
import { formatDateTime, readDay } from '@nemus/ui';
import { foundLine } from './found-line';

/** Seminars whose dates are read: each is a request. */
const MOST_SEMINARS = 3;
const ALL: TeachingDateSelection = { from: null, until: null, courseId: null, teacherId: null, latestFirst: false };

/** Dates of a typed day, or the next ones of seminars with the search in their title, for staff that plans them. */
const searchDates: SearchProvider = async ({ supabase }, search) => {
  const day = readDay(search);
  const selections: TeachingDateSelection[] =
    day === null
      ? (await fetchTeachingSeminars(supabase, { search }))
          .slice(0, MOST_SEMINARS)
          .map(({ id }) => ({ ...ALL, from: berlinMidnight(berlinDay(new Date())), courseId: id }))
      : [{ ...ALL, from: berlinMidnight(day), until: berlinMidnight(addDays(day, 1)) }];
  const found = await Promise.all(
    selections.map(async (selection) => (await fetchTeachingDates(supabase, selection, MOST_FOUND, 0)).dates),
  );
  return found
    .flat()
    .toSorted((one, other) => Date.parse(one.starts_at) - Date.parse(other.starts_at))
    .slice(0, MOST_FOUND)
    .map(({ id, title, starts_at: at, location, cancelled_at: cancelled }): FoundEntry => ({
      id,
      label: foundLine('label', title),
      detail: foundLine(
        'detail',
        [formatDateTime(at), cancelled !== null && 'abgesagt', location].filter(Boolean).join(', '),
      ),
      path: `/academy/dates/${id}`,
    }));
};
export default searchDates;
