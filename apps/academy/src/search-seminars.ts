import { MOST_FOUND, type FoundEntry, type SearchProvider } from '@nemus/contract';
import { COMPETENCY_LABELS, fetchSeminars } from '@nemus/data';
import { foundLine } from './found-line';

/** Seminars of the academy, drafts and retired ones too. */
const searchSeminars: SearchProvider = async ({ supabase }, search) => {
  const { courses } = await fetchSeminars(supabase, { search, state: null, page: 1 });
  return courses.slice(0, MOST_FOUND).map(({ id, title, competency }): FoundEntry => ({
    id,
    label: foundLine('label', title),
    detail: COMPETENCY_LABELS[competency],
    path: `/academy/catalogue/${encodeURIComponent(id)}`,
  }));
};
export default searchSeminars;
