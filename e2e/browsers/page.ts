import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { ELEMENT, ENTER, type Driver } from './webdriver';

/** What a person looks for on a page: a control by its whole name, a field or a text by a part of it. */
type Kind = 'button' | 'field' | 'text';

/** Usual patience with a page. Milliseconds. */
const PATIENCE = 30_000;

const elementSchema = z.object({ [ELEMENT]: z.string() }).transform((element) => element[ELEMENT] ?? '');

/** Runs in the page: the first visible element of a kind with this name, in a dialog if one is open. */
const FIND = `
  const [kind, name] = arguments;
  const tidy = (text) => (text ?? '').replace(/\\s+/g, ' ').trim();
  const matches = (text) => (kind === 'button' ? tidy(text) === name : tidy(text).includes(name));
  const seen = (element) => element.getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible';
  const root = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].findLast(seen) ?? document;
  if (kind === 'button') {
    const all = [...root.querySelectorAll('button, a[href], [role=button], [role=tab], [role=option]')];
    return all.find((element) => seen(element) && !element.disabled && matches(element.ariaLabel ?? element.innerText));
  }
  if (kind === 'field') {
    const labels = (element) => element.ariaLabel ?? [...(element.labels ?? [])].map((label) => label.innerText).join(' ');
    return [...root.querySelectorAll('input, select, textarea')].find((element) => seen(element) && matches(labels(element)));
  }
  const holders = [...root.querySelectorAll('body *')].filter((element) => matches(element.textContent) && seen(element));
  return holders.at(-1);
`;

/** A page in a browser, used as a person uses it: by what is written on it. */
export interface BrowserPage {
  open(address: string): Promise<void>;
  /** Waits for a control, and clicks it. */
  click(name: string): Promise<void>;
  /** Waits for a field, and replaces what it has. */
  fill(label: string, text: string): Promise<void>;
  /** Presses Enter in a field. */
  enter(label: string): Promise<void>;
  /** Waits for a text. */
  see(text: string): Promise<void>;
  /** Waits until a condition in the page, written as an expression, is true. */
  until(expression: string): Promise<void>;
  /** Value of an expression in the page. */
  read(expression: string): Promise<unknown>;
  /** Waits for a tab that was not there before, and continues in it. */
  enterNewTab(): Promise<void>;
  /** Continues in the first tab. */
  enterFirstTab(): Promise<void>;
  /** PNG of what is visible. */
  picture(): Promise<Buffer>;
}

/** Repeats an attempt until it returns true. Errors count as "not yet": the page may be changing. */
async function repeat(what: string, patience: number, attempt: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + patience;
  let last: unknown = null;
  for (;;) {
    try {
      if (await attempt()) return;
    } catch (error) {
      last = error;
    }
    if (Date.now() > end) throw new Error(`${what}: not within ${patience / 1000} s.`, { cause: last });
    await pause(100);
  }
}

/**
 * The page of a driver's browser.
 *
 * @param patience how long it may take to show something. Milliseconds.
 */
export function pageOf(driver: Driver, patience = PATIENCE): BrowserPage {
  let first: unknown = null;
  const retry = (what: string, attempt: () => Promise<boolean>) => repeat(what, patience, attempt);
  const run = (script: string, ...args: unknown[]) => driver.send('script', { script, args });
  const find = async (kind: Kind, name: string): Promise<string | null> => {
    const found = elementSchema.safeParse(await run(FIND, kind, name));
    return found.success ? found.data : null;
  };
  const tabs = async () => z.array(z.string()).parse(await driver.send('tabs'));
  return {
    open: async (url) => {
      await driver.send('navigate', { url });
      first ??= (await tabs())[0];
    },
    click: (name) =>
      retry(`Click "${name}"`, async () => {
        const id = await find('button', name);
        if (id === null) return false;
        await driver.send('click', { id });
        return true;
      }),
    fill: (label, text) =>
      retry(`Fill "${label}"`, async () => {
        const id = await find('field', label);
        if (id === null) return false;
        await run('arguments[0].select()', { [ELEMENT]: id });
        await driver.send('type', { id, text });
        return (await run('return arguments[0].value', { [ELEMENT]: id })) === text;
      }),
    enter: (label) =>
      retry(`Enter in "${label}"`, async () => {
        const id = await find('field', label);
        if (id === null) return false;
        await driver.send('type', { id, text: ENTER });
        return true;
      }),
    see: (text) => retry(`See "${text}"`, async () => (await find('text', text)) !== null),
    until: (expression) => retry(expression, async () => (await run(`return ${expression}`)) === true),
    read: (expression) => run(`return ${expression}`),
    enterNewTab: () =>
      retry('A new tab', async () => {
        const other = (await tabs()).find((tab) => tab !== first);
        if (other === undefined) return false;
        await driver.send('switchTab', { handle: other });
        return true;
      }),
    enterFirstTab: async () => {
      await driver.send('switchTab', { handle: first });
    },
    picture: async () => Buffer.from(z.string().parse(await driver.send('picture')), 'base64'),
  };
}
