/** Where the tuned monolith remembers which dashboard to request at the next start. */
export const ROLE_KEY = 'nemus.bench.role';
