/**
 * Requests that the page's head makes early and the portal makes again. An early answer only counts for exactly the
 * same request, so both are built here. As data without a client, since nothing is loaded yet; tests compare them with
 * the portal's requests.
 */

/** Where the configuration of the environment is served, on the shell's own origin. */
export const CONFIG_PATH = '/config.json';

/** Key of the stored session, and name of the channel on which the tabs tell each other about it. */
export const SESSION_KEY = 'nemus-auth';

/**
 * Storage key of the address at which the store serves registry versions: a start then requests the version only, and
 * the page's head does so early.
 */
export const VERSIONED_KEY = 'nemus.registry.versioned';

/**
 * How the version is requested from the store: bypassing the browser's cache, and without headers that need a
 * preflight.
 */
export const VERSION_REQUEST = { method: 'HEAD', cache: 'no-store' } as const;

/**
 * How the stop list is requested: never from a cache, whatever the store allows, and without headers that need a
 * preflight.
 */
export const STOPS_REQUEST = { cache: 'no-cache' } as const;

const PROFILE_TABLE = 'nemus_profiles';
/** The columns of a profile, whether the account only confirms, with its roles in staff and releases, and the institutions that it acts for. */
export const PROFILE_COLUMNS =
  'user_id,user_type,first_name,last_name,institution_name,email,nemus_only_confirms,nemus_staff(role),nemus_release_operators(user_id),nemus_release_members(team),nemus_members(institution_id,roles,nemus_institution_settings(institution_name))';

/** Path of the read below `/rest/v1/`. */
export function profilePath(userId: string): string {
  const query = new URLSearchParams({ select: PROFILE_COLUMNS, user_id: `eq.${userId}` });
  return `${PROFILE_TABLE}?${query.toString()}`;
}

/** Requests one row instead of a list, and the client's schema. */
export const PROFILE_HEADERS: Readonly<Record<string, string>> = {
  accept: 'application/vnd.pgrst.object+json',
  'accept-profile': 'public',
};
