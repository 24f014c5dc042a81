import { DataError } from '@nemus/data';

/** Codes of the backend's own refusals are words; other failures have a database code and English messages. */
const OWN_CODE = /^[a-z]+(?:_[a-z]+)+$/;

/** Why something failed, for a toast. The backend's own refusals have a message for the user. */
export function reasonOf(error: unknown): string {
  if (error instanceof DataError) {
    if (error.code === 'network') return 'Der Server ist gerade nicht erreichbar. Bitte versuchen Sie es noch einmal.';
    if (OWN_CODE.test(error.code)) return error.message;
  }
  return 'Es ist ein unerwarteter Fehler aufgetreten. Bitte versuchen Sie es noch einmal.';
}
