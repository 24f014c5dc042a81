import { signInFailure } from '@nemus/data';
import { SessionError } from '@nemus/session';

/** Text of the toast: that of the service's refusal; the words of S-9.3 when it gave no reason. */
export function toastText(error: unknown): string {
  const { text, isKnown } = signInFailure(error);
  const isRefused = error instanceof SessionError && error.serverMessage !== null;
  return isRefused && isKnown ? text : 'Ein unerwarteter Fehler ist aufgetreten';
}
