import { useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useFirstForm } from './first-form';
import type { FieldName, FormPlace, TypedSignIn } from './typed-sign-in';

/** The input of the page's own form; null for a form that is rendered later. */
export function useTypedSignIn(): TypedSignIn | null {
  const firstForm = useFirstForm();
  const [typed] = useState(() => firstForm.read());
  return typed;
}

/** Around the field that continues the page's own one of this name: both are the same element. */
export function Kept({ name, children }: { name: FieldName; children: ReactNode }): ReactNode {
  useFirstForm().keep(name);
  return children;
}

const PLACES: Readonly<Record<FormPlace, string>> = {
  email: 'input[name="email"]',
  password: 'input[name="password"]',
  submit: 'button[type="submit"]',
};

/**
 * Continues at the user's position in the page's own form, before the paint: focus and selection. A submitted form is
 * submitted here.
 *
 * @returns the ref of the form that continues
 */
export function useFormHandover(
  typed: TypedSignIn | null,
  send: () => Promise<void>,
): RefObject<HTMLFormElement | null> {
  const firstForm = useFirstForm();
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    if (!typed || firstForm.read() !== typed) return;
    firstForm.forget();
    if (typed.focus) {
      const { place, selection } = typed.focus;
      const element = form.current?.querySelector<HTMLElement>(PLACES[place]);
      element?.focus({ preventScroll: true });
      // E-mail fields do not support setting a selection; their caret is at the end.
      if (selection && element instanceof HTMLInputElement) element.setSelectionRange(...selection);
    }
    if (typed.isSent) void send();
  }, [typed, firstForm, send]);
  return form;
}
