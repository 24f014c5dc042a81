import { createSupportId } from '@nemus/contract';
import { DataError, signInFailure } from '@nemus/data';

const ids = new WeakMap<object, string>();

/** The id by which support finds an unexpected failure: the same in the message and in the report. */
export function supportIdOf(error: unknown): string | null {
  if (typeof error !== 'object' || error === null) return null;
  const id = ids.get(error) ?? createSupportId();
  ids.set(error, id);
  return id;
}

/** A message that names no cause, with the id for support. */
export function withSupportId(text: string, error: unknown): string {
  const id = supportIdOf(error);
  return id === null ? text : `${text} Support-ID: ${id}`;
}

/** Codes of the backend's own refusals are words; other failures have a database code and English messages. */
const OWN_CODE = /^(?:[a-z]+(?:_[a-z]+)+|timeout)$/;

/** Why it failed, in words for people; null for a failure that they cannot act on. */
function knownReason(error: unknown): string | null {
  if (!(error instanceof DataError)) return null;
  if (error.code === 'network') return 'Der Server ist gerade nicht erreichbar. Bitte versuchen Sie es noch einmal.';
  return OWN_CODE.test(error.code) ? error.message : null;
}

/** Whether support needs a report of this failure: people cannot act on it. */
export const isUnexpected = (error: unknown): boolean =>
  knownReason(error) === null && (error instanceof DataError || !signInFailure(error).isKnown);

/**
 * Why something failed, for a toast or a field: the only way from an error to words. Messages of browsers, services and
 * libraries are English and are not shown.
 */
export function reasonOf(error: unknown): string {
  const unexpected = 'Es ist ein unerwarteter Fehler aufgetreten. Bitte versuchen Sie es noch einmal.';
  return knownReason(error) ?? withSupportId(unexpected, error);
}
