import { createContext, useContext } from 'react';
import type { KeptFields } from './kept-fields';
import type { FieldName, TypedSignIn } from './typed-sign-in';

/** What the page's own form passes to the rendered one. */
export interface FirstForm {
  /** The input, until it has been taken over. */
  read(): TypedSignIn | null;
  /** The input was taken over: it is no longer available here. */
  forget(): void;
  /** The field drawn next is the page's own of this name, when that is still there. */
  keep(name: FieldName): void;
  /** Whether a sign-in was started in the page's own form. */
  readonly hasBegun: boolean;
}

/** Keeps the input until the rendered form has it. */
export function createFirstForm(typed: TypedSignIn | null, fields: KeptFields | null = null): FirstForm {
  let kept = typed;
  return {
    read: () => kept,
    forget: () => {
      kept = null;
    },
    keep: (name) => {
      if (kept) fields?.expect(name);
    },
    hasBegun: typed !== null && typed.attempt !== null,
  };
}

const FirstFormContext = createContext<FirstForm>(createFirstForm(null));

/** Provides the input to the sign-in page. */
export const FirstFormProvider = FirstFormContext.Provider;

/** What the page's own form passes on. */
export function useFirstForm(): FirstForm {
  return useContext(FirstFormContext);
}
