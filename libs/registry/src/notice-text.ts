/** Longest text that users read about a closed area, in characters. */
export const NOTICE_LENGTH = 300;

/** Invisible characters, and those that change the writing direction. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}]+/gu;
/** Web and mail addresses, and telephone numbers, which could lure users elsewhere. */
const CONTACT =
  /https?:|www\.|\S@\S|[\p{L}\d-]\.(?:de|com|net|org|info|eu|at|ch|io|app|example)\b|(?:\+|\b0)\d[\d ()/-]{5,}\d/iu;

/** Why a text cannot be shown to users as the reason for a closed area; null when it can. */
export function noticeProblem(text: string): string | null {
  if (text.trim() === '') return 'It is empty.';
  if (plain(text) !== text.trim()) return 'It has invisible characters, or more than one space in a row.';
  if (Array.from(text.trim()).length > NOTICE_LENGTH) return `It has more than ${NOTICE_LENGTH} characters.`;
  return CONTACT.test(text) ? 'It has a web or mail address or a telephone number.' : null;
}

/**
 * A text from the registry, prepared for a page: without hidden characters, cut to length. An unsigned text with an
 * address or number is dropped (null), since anyone who can write to the store could send users anywhere.
 */
export function noticeText(text: string, { signed }: { readonly signed: boolean }): string | null {
  const shown = plain(text);
  if (shown === '' || (!signed && CONTACT.test(shown))) return null;
  const characters = Array.from(shown);
  return characters.length <= NOTICE_LENGTH ? shown : `${characters.slice(0, NOTICE_LENGTH - 1).join('')}…`;
}

function plain(text: string): string {
  return text.replaceAll(HIDDEN, ' ').replaceAll(/\s+/g, ' ').trim();
}
