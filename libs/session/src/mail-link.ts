import { z } from 'zod';

/** The purpose of a mail's link, by the service's name for it. */
export const LINK_TYPES = ['signup', 'recovery', 'email_change', 'invite'] as const;

const linkSchema = z.object({
  type: z.enum(LINK_TYPES),
  token_hash: z.string().regex(/^[\w-]{20,200}$/),
});

/** A link from one of the service's mails. It has no effect until the user presses the button on its page. */
export interface MailLink {
  readonly type: (typeof LINK_TYPES)[number];
  readonly tokenHash: string;
}

/** Reads the link's parts from the query of its page; null when they cannot be those of a mail. */
export function readMailLink(search: string): MailLink | null {
  const query = new URLSearchParams(search);
  // Mail programs and chats add spaces, invisible characters and a full stop to a link.
  const plain = (name: string) =>
    query
      .get(name)
      ?.replaceAll(/[\s\p{Cf}]/gu, '')
      .replace(/[.,;)>]+$/, '');
  const parsed = linkSchema.safeParse({ type: plain('type'), token_hash: plain('token_hash') });
  return parsed.success ? { type: parsed.data.type, tokenHash: parsed.data.token_hash } : null;
}

/** Fragment parameters that once signed users in. An address must never provide a session. */
const SESSION_PARTS = [
  'access_token',
  'refresh_token',
  'provider_token',
  'provider_refresh_token',
  'error_code',
  'error_description',
];

/**
 * Removes tokens and error texts from the address, in place and first of all: they are useless here, and a real token
 * must not stay in the browser's history. An ordinary fragment stays.
 */
export function cleanAddress(): void {
  const { pathname, search, hash } = window.location;
  const parts = new URLSearchParams(hash.slice(1));
  if (!SESSION_PARTS.some((name) => parts.has(name))) return;
  window.history.replaceState(window.history.state, '', pathname + search);
}
