import { MOST_FOUND, type FoundEntry, type SearchProvider } from '@nemus/contract';
import { fetchTraineePage } from '@nemus/data';
import { paths } from './paths';

/** The institution's trainees, by name or address. */
const searchTrainees: SearchProvider = async ({ supabase }, query) => {
  const selection = {
    search: query,
    status: null,
    access: null,
    competency: null,
    sort: 'name',
    descending: false,
  } as const;
  const { trainees } = await fetchTraineePage(supabase, selection, 1, MOST_FOUND);
  return trainees.map(({ id, first_name, last_name, email, is_sample }): FoundEntry => ({
    id,
    label: `${first_name} ${last_name}`,
    detail: is_sample ? 'Beispielperson' : email,
    path: paths.trainee(id),
  }));
};
export default searchTrainees;
