/**
 * What the page's boot script may know of the session, as data without a client: it asks for the profile before
 * anything is loaded, and the answer counts only for exactly the request that the session makes. A test compares them.
 */

/** Key of the stored session, and name of the channel on which the tabs tell each other about it. */
export const STORAGE_KEY = 'nemus-auth';

const PROFILE_TABLE = 'nemus_profiles';
const PROFILE_COLUMNS = 'user_id,user_type,first_name,last_name,institution_name,email';

/** Path of the read below `/rest/v1/`. */
export function profilePath(userId: string): string {
  const query = new URLSearchParams({ select: PROFILE_COLUMNS, user_id: `eq.${userId}` });
  return `${PROFILE_TABLE}?${query.toString()}`;
}

/** Path of the request that makes the profile, answered with the new row. */
export function createdProfilePath(): string {
  return `${PROFILE_TABLE}?${new URLSearchParams({ select: PROFILE_COLUMNS }).toString()}`;
}

/** Asks for one row instead of a list. */
export const PROFILE_HEADERS: Readonly<Record<string, string>> = { accept: 'application/vnd.pgrst.object+json' };
