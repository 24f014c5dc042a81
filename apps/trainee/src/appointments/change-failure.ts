import { DataError } from '@nemus/data';

/** Message of a failed change of an appointment. Without an answer the result is unknown. */
export function reasonOf(error: unknown): string {
  return error instanceof DataError && error.status >= 400 && error.status < 500
    ? error.message
    : 'Die Änderung wurde nicht bestätigt. Bitte prüfen Sie Ihre Terminliste.';
}
