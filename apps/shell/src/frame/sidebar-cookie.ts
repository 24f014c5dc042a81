const NAME = 'sidebar_state';
/** How long the sidebar's state is remembered, in seconds: 7 days (S-10.11). */
const MAX_AGE = 7 * 24 * 60 * 60;

/** Whether the sidebar shows icons only, from `document.cookie`; wide by default. */
export function readCollapsed(cookies: string): boolean {
  return cookies.split(';').some((cookie) => cookie.trim() === `${NAME}=collapsed`);
}

/** Value for `document.cookie` that remembers the state. */
export function collapsedCookie(collapsed: boolean): string {
  return `${NAME}=${collapsed ? 'collapsed' : 'expanded'}; path=/; max-age=${MAX_AGE}; samesite=lax`;
}
