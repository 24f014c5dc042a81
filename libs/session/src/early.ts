/**
 * What the page's boot script may know of the session, as data without a client: it asks for the profile before
 * anything is loaded, and the answer counts only for exactly the request that the session makes. A test compares them.
 */

/** Key of the stored session, and name of the channel on which the tabs tell each other about it. */
export const STORAGE_KEY = 'nemus-auth';

const PROFILE_TABLE = 'nemus_profiles';
/** What is read of a profile. */
export const PROFILE_COLUMNS = 'user_id,user_type,first_name,last_name,institution_name,email';

/** Path of the read below `/rest/v1/`. */
export function profilePath(userId: string): string {
  const query = new URLSearchParams({ select: PROFILE_COLUMNS, user_id: `eq.${userId}` });
  return `${PROFILE_TABLE}?${query.toString()}`;
}

/** Asks for one row instead of a list, and for the schema that the client asks for. */
export const PROFILE_HEADERS: Readonly<Record<string, string>> = {
  accept: 'application/vnd.pgrst.object+json',
  'accept-profile': 'public',
};
