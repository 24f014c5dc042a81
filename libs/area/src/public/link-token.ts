/** Query parameter of pages behind a link; also written by the functions that mail links. */
const LINK = 'link';
const TOKEN = /^[0-9a-f]{64}$/;

/** Whether a text has the form of a link token. */
export const isLinkToken = (text: string): boolean => TOKEN.test(text);

/** Token in the query of a link; null without one. */
export function readLinkToken(search: string, name = LINK): string | null {
  const token = new URLSearchParams(search).get(name) ?? '';
  return isLinkToken(token) ? token : null;
}

/** The query of a page behind a link. */
export const linkQuery = (token: string): string => new URLSearchParams({ [LINK]: token }).toString();
