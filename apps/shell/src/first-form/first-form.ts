import { createContext, useContext } from 'react';
import type { TypedSignIn } from './typed-sign-in';

/** What the page's own form hands over to the one that is drawn in its place. */
export interface FirstForm {
  /** What was typed, until it has been taken over. */
  read(): TypedSignIn | null;
  /** It has been taken over: nobody finds it here any more. */
  forget(): void;
  /** Whether a sign-in began in the page's own form. */
  readonly hasBegun: boolean;
}

/** Keeps what was typed until the drawn form has it. */
export function createFirstForm(typed: TypedSignIn | null): FirstForm {
  let kept = typed;
  return {
    read: () => kept,
    forget: () => {
      kept = null;
    },
    hasBegun: typed !== null && typed.attempt !== null,
  };
}

const FirstFormContext = createContext<FirstForm>(createFirstForm(null));

/** Makes what was typed available to the sign-in page. */
export const FirstFormProvider = FirstFormContext.Provider;

/** What the page's own form hands over. */
export function useFirstForm(): FirstForm {
  return useContext(FirstFormContext);
}
