/** Query parameter of pages behind a link; also written by the functions that mail links. */
const LINK = 'link';
const TOKEN = /^[0-9a-f]{64}$/;

/** Whether a text has the form of a link token. */
export const isLinkToken = (text: string): boolean => TOKEN.test(text);

/** Token in the query of a link, without what a mail program or a chat adds to a pasted one; null without one. */
export function readLinkToken(search: string, name = LINK): string | null {
  const pasted = new URLSearchParams(search).get(name) ?? '';
  const plain = pasted
    .normalize('NFKC')
    .replaceAll(/[\s\p{Cf}]/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\d]+$/u, '');
  return isLinkToken(plain) ? plain : null;
}

/** Where an area notes the last settled invitation: the shell then no longer opens its page after a sign-in. */
export const SETTLED_KEYS = {
  invitation: 'nemus-invitation-settled',
  membership: 'nemus-membership-settled',
} as const;

/** Notes that an invitation was answered or is no longer valid. */
export function settleLink(kind: keyof typeof SETTLED_KEYS, token: string): void {
  try {
    window.localStorage.setItem(SETTLED_KEYS[kind], token);
  } catch {
    // A blocked storage: the page opens again, and says that the invitation is over.
  }
}

/** The query of a page behind a link. */
export const linkQuery = (token: string): string => new URLSearchParams({ [LINK]: token }).toString();
