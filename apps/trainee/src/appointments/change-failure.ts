import { DataError } from '@nemus/data';

/** What the reader is told when a change of an appointment failed. Without an answer nobody knows what became of it. */
export function reasonOf(error: unknown): string {
  return error instanceof DataError && error.status >= 400 && error.status < 500
    ? error.message
    : 'Die Änderung wurde nicht bestätigt. Bitte prüfen Sie Ihre Terminliste.';
}
