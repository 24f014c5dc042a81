/**
 * Requests that the page's head makes early and the portal makes again: an early answer counts only for exactly the same
 * request, so both take it from here. As data without a client, since nothing is loaded yet; tests compare them with
 * what the portal asks for.
 */

/** Where the configuration of the environment is served, on the shell's own origin. */
export const CONFIG_PATH = '/config.json';

/** Key of the stored session, and name of the channel on which the tabs tell each other about it. */
export const SESSION_KEY = 'nemus-auth';

/**
 * Where it stands that the store names the versions of the registry at an address: then a start asks for the version
 * alone, and the page's head does so early.
 */
export const VERSIONED_KEY = 'nemus.registry.versioned';

/**
 * How the store is asked for the version: nothing of the browser's own cache, and nothing that would need a preflight.
 */
export const VERSION_REQUEST = { method: 'HEAD', cache: 'no-store' } as const;

/**
 * How the stop list is asked for: whatever the store says about caching, an older answer must not stand for this one;
 * and nothing that would need a preflight.
 */
export const STOPS_REQUEST = { cache: 'no-cache' } as const;

const PROFILE_TABLE = 'nemus_profiles';
/** What is read of a profile, with the roles of staff that the account has, and the institutions that it acts for. */
export const PROFILE_COLUMNS =
  'user_id,user_type,first_name,last_name,institution_name,email,nemus_staff(role),nemus_members(institution_id,roles,chosen_at,nemus_institution_settings(institution_name))';

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
