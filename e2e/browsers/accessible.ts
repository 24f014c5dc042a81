import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { AccessibleNode } from './chromium';
import { ELEMENT, type Driver } from './webdriver';

/** What the page itself says of an element: whatever WebDriver has no command for. */
const factsSchema = z.object({
  depth: z.number(),
  /** Role in engines that have none for the element: Firefox gives neither a password nor a summary one of ARIA. */
  role: z.string(),
  level: z.string(),
  states: z.record(z.string(), z.string()),
  /** How changes are announced, and what was announced last. */
  live: z.string(),
  /** Hint or error of a field. */
  description: z.string(),
  text: z.string(),
});
type Facts = z.infer<typeof factsSchema>;
const elementsSchema = z.array(z.object({ [ELEMENT]: z.string() }));

/**
 * Runs in the page: elements that assistive technology names, below a root, or what is known of them. A dialog is read
 * alone, as it is to a reader. Announcements may be anywhere on the page.
 */
const NODES = `
  const [wanted, selector] = arguments;
  const NAMED = 'h1, h2, h3, h4, button, a[href], input, select, textarea, summary, table, nav, main, [role], [aria-live], progress, img[alt]:not([alt=""])';
  const LIVE = { status: 'polite', alert: 'assertive', log: 'polite' };
  const liveOf = (element) => element.getAttribute('aria-live') ?? LIVE[element.getAttribute('role')] ?? '';
  const isOpen = (element) =>
    element.getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible' &&
    element.closest('[aria-hidden="true"], [inert]') === null;
  const isNamed = (element) => isOpen(element) && !['none', 'presentation'].includes(element.getAttribute('role')) && element.type !== 'hidden';
  const dialog = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].findLast(isOpen);
  const root = dialog ?? document.querySelector(selector);
  const announcing = [...document.querySelectorAll('[role=status], [role=alert], [role=log], [aria-live]')]
    .filter((element) => !root.contains(element) && isNamed(element) && element.textContent.trim() !== '');
  const nodes = [root, ...root.querySelectorAll(NAMED)].filter(isNamed).concat(announcing);
  if (wanted === 'elements') return nodes;
  const flag = (element, ...names) => names.map((name) => element.getAttribute(name)).find((value) => value !== null) ?? '';
  return nodes.map((element) => {
    const field = element.matches('input, select, textarea, button') ? element : null;
    const isChoice = field !== null && ['checkbox', 'radio'].includes(field.type);
    const states = {
      busy: flag(element, 'aria-busy'),
      checked: isChoice ? (field.indeterminate ? 'mixed' : String(field.checked)) : flag(element, 'aria-checked'),
      current: flag(element, 'aria-current'),
      disabled: String(field?.matches(':disabled') === true || flag(element, 'aria-disabled') === 'true'),
      expanded: element.matches('summary') ? String(element.parentElement.open) : flag(element, 'aria-expanded'),
      invalid: flag(element, 'aria-invalid'),
      pressed: flag(element, 'aria-pressed'),
      readonly: String(field?.readOnly === true || flag(element, 'aria-readonly') === 'true'),
      required: String(field?.required === true || flag(element, 'aria-required') === 'true'),
      selected: flag(element, 'aria-selected'),
    };
    const said = element.closest('[aria-busy="true"]') ? '' : liveOf(element);
    return {
      depth: nodes.filter((other) => other !== element && other.contains(element)).length,
      role: element.matches('input[type=password]') ? 'textbox' : element.matches('summary') ? 'button' : '',
      level: element.getAttribute('aria-level') ?? /^H([1-6])$/.exec(element.tagName)?.[1] ?? '',
      states,
      live: said,
      description: flag(element, 'aria-describedby').split(' ').map((id) => document.getElementById(id)?.innerText ?? '').join(' '),
      text: said === '' ? '' : element.innerText,
    };
  });
`;

/** Names of roles that engines write differently. */
const SAME_ROLE: Readonly<Record<string, string>> = {
  // Chromium's word for a summary.
  DisclosureTriangle: 'button',
  image: 'img',
  generic: '',
  none: '',
  presentation: '',
  section: '',
};

/** States that Chromium's tree has. */
const IN_TREE = new Set(['checked', 'disabled', 'expanded', 'invalid', 'pressed', 'readonly', 'required', 'selected']);

/** States that are only worth a word when they hold. */
const ONLY_TRUE = new Set(['busy', 'disabled', 'invalid', 'readonly', 'required']);

/** Without what changes from day to day, and from account to account. */
const tidy = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/\b(?:Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag)\b/g, 'Wochentag')
    .replace(/\b(?:Mo|Di|Mi|Do|Fr|Sa|So)\.?,/g, 'Tag,')
    .replace(/\b(?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)\b/g, 'Monat')
    // Entries of one day are in no order.
    .replace(/(?:Praxis|Theorie|Supervision|Selbsterfahrung), (?=\d)/g, 'Kategorie, ')
    .replace(/[\w.]+@nemus\.example/g, 'E-Mail')
    .replace(/\d+(?:[.,:]\d+)*/g, '0');

/** A line of the snapshot, such as `button "Speichern" disabled`. */
function lineOf(role: string, name: string, { role: usual, level, states, live, text, description }: Facts): string {
  const told = Object.entries(states)
    .filter(([state, value]) => value !== '' && !(value === 'false' && (ONLY_TRUE.has(state) || state === 'current')))
    .map(([state, value]) => (value === 'true' ? state : `${state}=${value}`));
  const parts = [
    (SAME_ROLE[role] ?? role) || usual,
    level,
    name === '' ? '' : `"${tidy(name)}"`,
    ...told,
    live === '' || live === 'off' ? '' : `live=${live}`,
    description.trim() === '' ? '' : `described "${tidy(description)}"`,
    text === '' ? '' : `says "${tidy(text)}"`,
  ];
  return parts.filter((part) => part !== '').join(' ');
}

/** Reads an element's role and name; in Chromium also the states that its tree has. */
export type Reader = (id: string) => Promise<{ role: string; name: string; states: AccessibleNode['states'] | null }>;

/** By WebDriver's own commands. */
export const readerOf =
  ({ send }: Driver): Reader =>
  async (id) => ({
    role: z.string().parse(await send('role', { id })),
    name: z.string().parse(await send('label', { id })),
    states: null,
  });

/** States of a tree in the words of the page's attributes; the others keep what the page says. */
function statesOf(states: AccessibleNode['states'], facts: Facts): Facts {
  // A closed select is "not expanded" in the tree although the page has no such attribute.
  const known = Object.entries(facts.states).filter(([state, value]) => value !== '' && IN_TREE.has(state));
  const read = known.map(([state]): [string, string] => [state, String(states.get(state) ?? 'false')]);
  return { ...facts, states: { ...facts.states, ...Object.fromEntries(read) } };
}

/**
 * The page as assistive technology reads it: one line for each element with a role and a name, its states and
 * announcements, indented by what contains it. Equal lines are written once, so that it does not matter how many rows
 * a list has.
 *
 * @param selector root: everything below it, unless a dialog is open.
 */
export async function readAccessible(driver: Driver, reader: Reader, selector: string): Promise<string[]> {
  const look = async () =>
    z.array(factsSchema).parse(await driver.send('script', { script: NODES, args: ['facts', selector] }));
  let facts = await look();
  // A page that still moves is looked at again.
  for (let before: typeof facts = []; JSON.stringify(before) !== JSON.stringify(facts);) {
    await pause(150);
    before = facts;
    facts = await look();
  }
  const elements = elementsSchema.parse(await driver.send('script', { script: NODES, args: ['elements', selector] }));
  const lines: string[] = [];
  for (const [place, element] of elements.entries()) {
    const fact = facts[place];
    if (fact === undefined) throw new Error('The page changed while it was read.');
    const { role, name, states } = await reader(element[ELEMENT] ?? '');
    const line = `${'  '.repeat(fact.depth)}${lineOf(role, name, states === null ? fact : statesOf(states, fact))}`;
    if (line.trim() !== '' && !lines.includes(line)) lines.push(line);
  }
  return lines;
}
