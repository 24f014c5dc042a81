import { z } from 'zod';

/** What a mail's link is for, by the name under which the service knows it. */
export const LINK_TYPES = ['signup', 'recovery', 'email_change', 'invite'] as const;

const linkSchema = z.object({
  type: z.enum(LINK_TYPES),
  token_hash: z.string().regex(/^[\w-]{20,200}$/),
});

/** A link from one of the service's mails. It does nothing by itself: a person has to press the button of its page. */
export interface MailLink {
  readonly type: (typeof LINK_TYPES)[number];
  readonly tokenHash: string;
}

/** Reads the link's parts from the query of its page; null when they cannot be those of a mail. */
export function readMailLink(search: string): MailLink | null {
  const query = new URLSearchParams(search);
  const parsed = linkSchema.safeParse({ type: query.get('type'), token_hash: query.get('token_hash') });
  return parsed.success ? { type: parsed.data.type, tokenHash: parsed.data.token_hash } : null;
}

/** Parts of an address's fragment that once signed somebody in. Nobody may be given a session by an address. */
const SESSION_PARTS = [
  'access_token',
  'refresh_token',
  'provider_token',
  'provider_refresh_token',
  'error_code',
  'error_description',
];

/**
 * Takes tokens and error texts out of the address, in place and before anything else happens: they are of no use here,
 * and a real token must not stay in the browser's history. An ordinary fragment stays.
 */
export function cleanAddress(): void {
  const { pathname, search, hash } = window.location;
  const parts = new URLSearchParams(hash.slice(1));
  if (!SESSION_PARTS.some((name) => parts.has(name))) return;
  window.history.replaceState(window.history.state, '', pathname + search);
}
