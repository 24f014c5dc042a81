/** @jest-environment ../../jest.browser.mjs */
import { findPageForm, type PageForm } from './page-form';

const signIn = jest.fn<Promise<void>, [string, string]>();

/** The form of `index.html`, abridged. */
function open({ start = 'sign-in', sent = false } = {}): PageForm | null {
  document.documentElement.dataset.start = start;
  document.body.innerHTML = `<form id="first-form" ${sent ? 'data-sent' : ''}>
    <input type="email"><input type="password"><button type="submit"></button></form>`;
  return findPageForm(document);
}

const at = <E extends Element>(selector: string): E => {
  const found = document.querySelector<E>(selector);
  if (!found) throw new Error(`Nothing is at ${selector}.`);
  return found;
};

function type(email: string, password: string) {
  at<HTMLInputElement>('[type=email]').value = email;
  at<HTMLInputElement>('[type=password]').value = password;
}

const send = () => at('form').dispatchEvent(new Event('submit', { cancelable: true, bubbles: true }));

function formOf(page: PageForm | null): PageForm {
  if (!page) throw new Error('The page has no form.');
  return page;
}

beforeEach(() => {
  signIn.mockReset();
  signIn.mockReturnValue(Promise.resolve());
});

it.each(['frame', 'card'])('is null when the page shows a %s', (start) => {
  expect(open({ start })).toBeNull();
});

it('signs in with its content, once at a time', async () => {
  let refuse: (reason: Error) => void = () => undefined;
  signIn.mockReturnValueOnce(new Promise((_resolve, reject) => (refuse = reject)));
  const form = formOf(open());
  form.answerBy({ signIn });
  expect(at('form')).toHaveAttribute('data-ready');
  type('mira@nemus.example', 'geheim');
  send();
  send();
  expect(signIn.mock.calls).toEqual([['mira@nemus.example', 'geheim']]);
  refuse(new Error('refused'));
  await expect(form.read().attempt).rejects.toThrow('refused');
  await Promise.resolve();
  send();
  expect(signIn).toHaveBeenCalledTimes(2);
});

it('answers a submit from before it was ready', () => {
  const form = formOf(open({ sent: true }));
  type('mira@nemus.example', 'geheim');
  expect(signIn).not.toHaveBeenCalled();
  form.answerBy({ signIn });
  expect(signIn).toHaveBeenCalledTimes(1);
  expect(form.read()).toMatchObject({ isSent: true, attempt: expect.any(Promise) });
});

it.each([
  ['', 'geheim'],
  ['mira@nemus.example', ''],
  ['mira', 'geheim'],
])('leaves invalid input to the rendered form: %j, %j', (email, password) => {
  const form = formOf(open({ sent: true }));
  type(email, password);
  form.answerBy({ signIn });
  expect(signIn).not.toHaveBeenCalled();
  expect(form.read()).toEqual({ email, password, focus: null, isSent: true, attempt: null });
});

it('returns the focused field and the selection', () => {
  const form = formOf(open());
  type('mira@nemus.example', 'geheim');
  const password = at<HTMLInputElement>('[type=password]');
  password.focus();
  password.setSelectionRange(2, 4);
  expect(form.read().focus).toEqual({ place: 'password', selection: [2, 4] });
  at<HTMLInputElement>('[type=email]').focus();
  expect(form.read().focus).toEqual({ place: 'email', selection: null });
  at<HTMLButtonElement>('button').focus();
  expect(form.read().focus).toEqual({ place: 'submit', selection: null });
});

describe('gives up its place', () => {
  const isSettled = async (form: PageForm) => {
    let settled = false;
    void form.settled().then(() => (settled = true));
    await Promise.resolve();
    return () => new Promise<boolean>((resolve) => setTimeout(() => resolve(settled)));
  };

  it('at once', async () => {
    const now = await isSettled(formOf(open()));
    expect(await now()).toBe(true);
  });

  it('when a letter is composed', async () => {
    const form = formOf(open());
    at('form').dispatchEvent(new Event('compositionstart'));
    const now = await isSettled(form);
    expect(await now()).toBe(false);
    at('form').dispatchEvent(new Event('compositionend', { bubbles: true }));
    expect(await now()).toBe(true);
  });

  it.each([
    ['pointerdown', 'pointerup'],
    ['keydown', 'keyup'],
    ['pointerdown', 'blur'],
  ])('after %s has ended with %s, and its click was handled', async (begin, end) => {
    const form = formOf(open());
    window.dispatchEvent(new Event(begin));
    const now = await isSettled(form);
    expect(await now()).toBe(false);
    window.dispatchEvent(new Event(end));
    expect(await now()).toBe(true);
  });

  it('once the page may read autofilled fields', async () => {
    const form = formOf(open());
    const email = at<HTMLInputElement>('[type=email]');
    Object.defineProperty(email, 'matches', { value: (selector: string) => selector === ':autofill' });
    const now = await isSettled(form);
    expect(await now()).toBe(false);
    email.value = 'mira@nemus.example';
    window.dispatchEvent(new Event('pointerup'));
    expect(await now()).toBe(true);
  });
});
