import { signInFailure } from '@nemus/data';
import { withSupportId } from '../actions/reason';

/** Messages for the sign-in service's refusals about a second factor. */
export function factorFailure(error: unknown): string {
  const { text, isKnown } = signInFailure(error);
  return isKnown ? text : withSupportId(text, error);
}
