import { addDays, berlinDay, berlinMidnight } from '@nemus/area/calendar';
import { MOST_FOUND, type FoundEntry, type SearchProvider } from '@nemus/contract';
import {
  fetchRooms,
  fetchTeachingDates,
  fetchTeachingSeminars,
  isFound,
  type Room,
  type TeachingDate,
  type TeachingDateSelection,
} from '@nemus/data';
import { formatCount, formatDateTime, readDay } from '@nemus/ui';
import { foundLine } from './found-line';

/** Seminars whose dates are read: each is a request. */
const MOST_SEMINARS = 3;
const MOST_ROOMS = 2;
const ALL: TeachingDateSelection = { from: null, until: null, courseId: null, teacherId: null, latestFirst: false };

const entryOf = ({ id, title, starts_at: at, location, cancelled_at: cancelled }: TeachingDate): FoundEntry => ({
  id,
  label: foundLine('label', title),
  detail: foundLine(
    'detail',
    [formatDateTime(at), cancelled !== null && 'abgesagt', location].filter(Boolean).join(', '),
  ),
  path: `/academy/dates/${id}`,
});

const roomEntryOf = ({ id, name, address, capacity }: Room): FoundEntry => ({
  id,
  label: foundLine('label', `Raum: ${name}`),
  detail: foundLine('detail', [address, formatCount(capacity, 'Platz', 'Plätze')].filter(Boolean).join(', ')),
  path: `/academy/dates?raum=${id}`,
});

/** Dates by their start, each once. */
const inOrder = (dates: readonly TeachingDate[]) =>
  [...new Map(dates.map((date) => [date.id, date])).values()].toSorted(
    (one, other) => Date.parse(one.starts_at) - Date.parse(other.starts_at),
  );

/**
 * Dates of a typed day; or the next ones of seminars with the search in their title, or at places with it, and the rooms.
 * For staff that plans dates.
 */
const searchDates: SearchProvider = async ({ supabase }, search) => {
  const find = async (selection: Partial<TeachingDateSelection>) =>
    (await fetchTeachingDates(supabase, { ...ALL, ...selection }, MOST_FOUND, 0)).dates;
  const day = readDay(search);
  if (day !== null) {
    const dates = await find({ from: berlinMidnight(day), until: berlinMidnight(addDays(day, 1)) });
    return inOrder(dates).slice(0, MOST_FOUND).map(entryOf);
  }
  const from = berlinMidnight(berlinDay(new Date()));
  const [ofSeminars, atPlace, rooms] = await Promise.all([
    fetchTeachingSeminars(supabase, { search }).then((seminars) =>
      Promise.all(seminars.slice(0, MOST_SEMINARS).map(({ id }) => find({ from, courseId: id }))),
    ),
    find({ from, place: search }),
    fetchRooms(supabase),
  ]);
  return [
    ...rooms
      .filter(({ name, address }) => isFound(`${name} ${address}`, search))
      .slice(0, MOST_ROOMS)
      .map(roomEntryOf),
    ...inOrder([...ofSeminars.flat(), ...atPlace]).map(entryOf),
  ].slice(0, MOST_FOUND);
};
export default searchDates;
