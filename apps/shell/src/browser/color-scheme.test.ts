/** @jest-environment ../../jest.browser.mjs */
import { createColorSchemeChoice, type ColorSchemeChoice } from './color-scheme';
import { COLOR_SCHEME_KEY } from './color-scheme-key';

let choice: ColorSchemeChoice;
let systemIsDark = false;
let tellSystem = () => {};

beforeEach(() => {
  localStorage.clear();
  systemIsDark = false;
  Object.assign(window, {
    matchMedia: () => ({
      get matches() {
        return systemIsDark;
      },
      addEventListener: (_type: string, listener: () => void) => (tellSystem = listener),
      removeEventListener: () => (tellSystem = () => {}),
    }),
  });
});
afterEach(() => choice.dispose());

it('follows the system while nothing is chosen', () => {
  choice = createColorSchemeChoice();
  const heard = jest.fn();
  const stop = choice.port.subscribe(heard);
  expect(choice.port.get()).toBe('light');
  systemIsDark = true;
  tellSystem();
  expect(choice.port.get()).toBe('dark');
  expect(heard).toHaveBeenCalledTimes(1);
  stop();
  tellSystem();
  expect(heard).toHaveBeenCalledTimes(1);
});

it('remembers a choice until it is taken back', () => {
  choice = createColorSchemeChoice();
  choice.choose('dark');
  expect(choice.port.get()).toBe('dark');
  choice.dispose();

  choice = createColorSchemeChoice();
  expect(choice.store.getState()).toBe('dark');
  choice.choose('system');
  expect(choice.port.get()).toBe('light');
  expect(localStorage.getItem(COLOR_SCHEME_KEY)).toBeNull();
});

it('follows the choice of another tab', () => {
  choice = createColorSchemeChoice();
  window.dispatchEvent(new StorageEvent('storage', { key: COLOR_SCHEME_KEY, newValue: 'dark' }));
  expect(choice.port.get()).toBe('dark');
});

it('follows the system when the stored choice is unknown', () => {
  localStorage.setItem(COLOR_SCHEME_KEY, 'purple');
  choice = createColorSchemeChoice();
  expect(choice.store.getState()).toBe('system');
});
