import { MOST_FOUND, type FoundEntry, type SearchProvider } from '@nemus/contract';
import { fetchStaffAccounts } from '@nemus/data';
import { paths } from './paths';

/** Shorter words are not sent: the database matches three letters and more. */
const LEAST_LETTERS = 3;

/** Accounts, for staff that looks after people. */
const searchPeople: SearchProvider = async ({ supabase }, search) => {
  if (search.length < LEAST_LETTERS) return [];
  const { rows } = await fetchStaffAccounts(supabase, { search, kind: null, page: 1 });
  return rows.slice(0, MOST_FOUND).map(({ user_id, name, email }): FoundEntry => ({
    id: user_id,
    label: name || email,
    detail: email,
    path: paths.person(user_id),
  }));
};
export default searchPeople;
