import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useFirstForm } from './first-form';
import type { FormPlace, TypedSignIn } from './typed-sign-in';

/** What was typed in the page's own form; null for a form that is drawn later. */
export function useTypedSignIn(): TypedSignIn | null {
  const firstForm = useFirstForm();
  const [typed] = useState(() => firstForm.read());
  return typed;
}

const PLACES: Readonly<Record<FormPlace, string>> = {
  email: 'input[name="email"]',
  password: 'input[name="password"]',
  submit: 'button[type="submit"]',
};

/**
 * Goes on where somebody was in the page's own form, before anything is painted: the focus, and what is selected. A form
 * that was sent is sent here.
 *
 * @returns the ref of the form that takes over
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
      // Fields for addresses let nobody set a selection; their caret stands at the end of the text.
      if (selection && element instanceof HTMLInputElement) element.setSelectionRange(...selection);
    }
    if (typed.isSent) void send();
  }, [typed, firstForm, send]);
  return form;
}
