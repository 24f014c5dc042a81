/**
 * How the list is asked for: whatever the store says about caching, an older answer must not stand for this one; and
 * nothing that would need a preflight.
 */
export const STOPS_REQUEST = { cache: 'no-cache' } as const;
