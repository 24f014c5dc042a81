import { normalizePath } from '@nemus/registry';
import { z } from 'zod';
import { PATHS } from './paths';

/**
 * The page requested before the sign-in. It is in the history state of `/auth`, not in the address, so that a link
 * cannot decide where a sign-in ends.
 */
const returnStateSchema = z.object({
  returnTo: z.string(),
  /** The account whose session ended on that page; null without one. */
  returnFor: z.string().nullable(),
});
export type ReturnState = z.infer<typeof returnStateSchema>;

/** What is remembered when a visitor is redirected to the sign-in. */
export function returnState(to: string, userId: string | null): ReturnState {
  return { returnTo: to, returnFor: userId };
}

/**
 * The page after a sign-in: the remembered one if it is the portal's own and not another account's, otherwise the
 * dashboard.
 */
export function afterSignIn(state: unknown, userId: string, origin: string): string {
  const parsed = returnStateSchema.safeParse(state);
  if (!parsed.success) return PATHS.home;
  const { returnTo, returnFor } = parsed.data;
  if (returnFor !== null && returnFor !== userId) return PATHS.home;
  return safePath(returnTo, origin) ?? PATHS.home;
}

/** Path, query and hash when the address belongs to this origin and is a place to go after a sign-in; otherwise null. */
export function safePath(to: string, origin: string): string | null {
  // Browsers read a backslash as a slash, and drop tabs and line breaks: "/\evil.example", "/\n/evil.example".
  // oxlint-disable-next-line no-control-regex -- control characters are what this looks for
  if (!to.startsWith('/') || /^\/[/\\]/.test(to) || /[\\\u0000-\u001f]/.test(to)) return null;
  let address: URL;
  try {
    address = new URL(to, origin);
  } catch {
    return null;
  }
  if (address.origin !== origin) return null;
  // "/.//evil.example" keeps its double slash, and would become another origin when resolved again.
  if (address.pathname.startsWith('//')) return null;
  const path = normalizePath(address.pathname);
  if (path === PATHS.start || path === PATHS.auth || path === PATHS.resetPassword) return null;
  return address.pathname + address.search + address.hash;
}
