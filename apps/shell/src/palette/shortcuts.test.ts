/** @jest-environment ../../jest.browser.mjs */
import { askedBy, keepShortcuts } from './shortcuts';

/** The command of a key press in an element. */
function pressed(key: string, change: KeyboardEventInit = {}, inside = '<button>x</button>') {
  document.body.innerHTML = inside;
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...change });
  document.body.firstElementChild?.dispatchEvent(event);
  return askedBy(event);
}

afterEach(() => keepShortcuts(true));

it('opens the palette by Ctrl K, also from a field', () => {
  expect(pressed('k', { ctrlKey: true })).toBe('palette');
  expect(pressed('K', { ctrlKey: true }, '<input>')).toBe('palette');
});

it.each([
  ['another sign', 'j', { ctrlKey: true }],
  ['a letter alone', 'k', {}],
  ['Ctrl Shift K, which is the browser’s', 'k', { ctrlKey: true, shiftKey: true }],
  ['AltGr', 'k', { ctrlKey: true, altKey: true }],
  ['a key that is held down', 'k', { ctrlKey: true, repeat: true }],
])('takes nothing by %s', (_what, key, change) => expect(pressed(key, change)).toBeNull());

it('leaves Ctrl K to an editor', () => {
  document.body.innerHTML = '<div contenteditable="true"><p>x</p></div>';
  const event = new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true });
  document.querySelector('p')?.dispatchEvent(event);
  expect(askedBy(event)).toBeNull();
});

it.each(['<input>', '<input type="search">', '<textarea></textarea>', '<select></select>'])(
  'leaves "?" to the input of %s',
  (element) => expect(pressed('?', { shiftKey: true }, element)).toBeNull(),
);

it.each(['<button>x</button>', '<input type="checkbox">', '<p>x</p>'])('shows the keys by "?" on %s', (element) =>
  expect(pressed('?', { shiftKey: true }, element)).toBe('keys'),
);

it('does nothing once they are turned off', () => {
  keepShortcuts(false);
  expect(pressed('k', { ctrlKey: true })).toBeNull();
  expect(pressed('?')).toBeNull();
});
