import { createContext, Script } from 'node:vm';
import { BROWSER_FLOOR } from './browser-floor';
import { floorScript, floorSentence } from './floor-script';

const TEXT = 'Nemus wird geladen …';

/** What the page says in a browser with these globals, and how it is marked. */
function open(globals: object) {
  const text = { textContent: TEXT };
  const marks: string[] = [];
  let loaded: () => void = () => undefined;
  const document = {
    documentElement: { setAttribute: (name: string) => marks.push(name) },
    addEventListener: (_type: string, listener: () => void) => (loaded = listener),
    getElementById: (id: string) => (id === 'start-text' ? text : null),
  };
  const context = createContext({ ...globals, document });
  if ('old' in globals) new Script('delete Array.prototype.toSorted').runInContext(context);
  new Script(floorScript(BROWSER_FLOOR)).runInContext(context);
  loaded();
  return { text: text.textContent, marks };
}

const CURRENT = { CSS: { supports: () => true }, HTMLScriptElement: { supports: () => true } };

it('shows no sentence in a browser of the floor', () => {
  expect(open(CURRENT)).toEqual({ text: TEXT, marks: [] });
});

it.each([
  ['neither interface', {}],
  ['no such colour', { ...CURRENT, CSS: { supports: () => false } }],
  ['no such method', { ...CURRENT, old: true }],
  ['no such scripts', { ...CURRENT, HTMLScriptElement: { supports: () => false } }],
  ['no question for scripts', { ...CURRENT, HTMLScriptElement: {} }],
])('names the cause and what to use to a browser with %s', (_what, globals) => {
  expect(open(globals)).toEqual({ text: floorSentence(BROWSER_FLOOR), marks: ['data-old'] });
  expect(floorSentence(BROWSER_FLOOR)).toContain(`Chrome ab Version ${BROWSER_FLOOR.chrome}`);
});

it('is understood by every browser', () => {
  expect(floorScript(BROWSER_FLOOR)).not.toMatch(/=>|`|\b(?:let|const|class)\b|\?\.|\?\?/);
});
