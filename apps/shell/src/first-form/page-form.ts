import type { Session } from '@nemus/session';
import { FORM_ID } from './intercept-submit';
import { signInSchema } from './sign-in-schema';
import type { FormPlace, PageFields, TypedSignIn } from './typed-sign-in';

/** The form in the page itself, which works before anything is rendered. */
export interface PageForm {
  readonly fields: PageFields;
  /** From here on, submitting the form signs in; an earlier submit is answered now. */
  answerBy(session: Pick<Session, 'signIn'>): void;
  /** Resolves when another form may replace it without losing what the user is doing. Never rejects. */
  settled(): Promise<void>;
  /** Its current content. */
  read(): TypedSignIn;
}

/** The page's form, or null when the page shows another picture. */
export function findPageForm(page: Document): PageForm | null {
  if (page.documentElement.dataset.start !== 'sign-in') return null;
  const form = page.getElementById(FORM_ID);
  if (!(form instanceof HTMLFormElement)) return null;
  const email = form.querySelector<HTMLInputElement>('input[type="email"]');
  const password = form.querySelector<HTMLInputElement>('input[type="password"]');
  const button = form.querySelector<HTMLButtonElement>('button[type="submit"]');
  if (!email || !password || !button) return null;
  return pageForm(form, { email, password, submit: button });
}

const RELEASES = ['pointerup', 'pointercancel', 'keyup', 'blur'] as const;
/** Events after which it may become replaceable. */
const MOVES = [...RELEASES, 'compositionend', 'input', 'change', 'submit'] as const;

type Parts = PageFields & { readonly submit: HTMLElement };

function pageForm(form: HTMLFormElement, parts: Parts): PageForm {
  const { email, password } = parts;
  let isComposing = false;
  let isPressed = false;
  let attempt: Promise<void> | null = null;
  let isRunning = false;
  form.addEventListener('compositionstart', () => (isComposing = true));
  form.addEventListener('compositionend', () => (isComposing = false));
  // A button that is removed between press and release gets no click.
  for (const event of ['pointerdown', 'keydown']) window.addEventListener(event, () => (isPressed = true), true);
  for (const event of RELEASES) window.addEventListener(event, () => (isPressed = false), true);

  return {
    fields: { email, password },
    answerBy(session) {
      const send = () => {
        const typed = signInSchema.safeParse({ email: email.value, password: password.value });
        // The rendered form explains invalid input and refusals.
        if (isRunning || !typed.success) return;
        isRunning = true;
        attempt = session.signIn(typed.data.email, typed.data.password);
        attempt
          .catch(() => undefined)
          .finally(() => {
            isRunning = false;
          });
      };
      form.addEventListener('submit', send);
      form.dataset.ready = '';
      if (form.dataset.sent !== undefined) send();
    },
    settled: () =>
      new Promise((resolve) => {
        const look = () => {
          const isSent = form.dataset.sent !== undefined;
          if (isPressed || (!isSent && (isComposing || [email, password].some(isFilledInSecret)))) return;
          for (const event of MOVES) window.removeEventListener(event, lookSoon);
          resolve();
        };
        // After the event's consequences, such as the click after a release.
        const lookSoon = () => void setTimeout(look);
        for (const event of MOVES) window.addEventListener(event, lookSoon);
        look();
      }),
    read: () => ({
      email: email.value,
      password: password.value,
      focus: focusIn(parts),
      isSent: form.dataset.sent !== undefined,
      attempt,
    }),
  };
}

/** The browser shows autofilled values, but hides them from scripts until the user has touched the page. */
function isFilledInSecret(field: HTMLInputElement): boolean {
  try {
    return field.value === '' && field.matches(':autofill');
  } catch {
    // An older browser does not support the selector, and hides nothing from scripts.
    return false;
  }
}

function focusIn(parts: Parts): TypedSignIn['focus'] {
  const places: readonly FormPlace[] = ['email', 'password', 'submit'];
  const place = places.find((name) => parts[name].ownerDocument.activeElement === parts[name]);
  return place === undefined ? null : { place, selection: selectionOf(parts[place]) };
}

function selectionOf(element: HTMLElement): readonly [number, number] | null {
  if (!(element instanceof HTMLInputElement)) return null;
  const { selectionStart, selectionEnd } = element;
  return selectionStart === null || selectionEnd === null ? null : [selectionStart, selectionEnd];
}
