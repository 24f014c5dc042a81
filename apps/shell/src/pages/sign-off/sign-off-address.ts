/** Name in the query; also written by the function that mails links. */
const LINK = 'link';
const TOKEN = /^[0-9a-f]{64}$/;

/** Token of the link that led here; null without one. */
export function readSignOffToken(search: string): string | null {
  const token = new URLSearchParams(search).get(LINK) ?? '';
  return TOKEN.test(token) ? token : null;
}
