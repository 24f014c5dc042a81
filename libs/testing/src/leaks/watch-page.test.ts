/** @jest-environment ../../jest.browser.mjs */
import { watchPage, type PageWatch } from './watch-page';

const NOTHING = () => undefined;
let watch: PageWatch;
beforeEach(() => (watch = watchPage()));
afterEach(() => watch.stop());

it.each<[string, () => () => void, string]>([
  [
    'a running interval',
    () => {
      const id = setInterval(NOTHING, 1e6);
      return () => clearInterval(id);
    },
    'an interval is running',
  ],
  [
    'a listener',
    () => {
      window.addEventListener('resize', NOTHING, { passive: true });
      return () => window.removeEventListener('resize', NOTHING);
    },
    'window has a listener for resize',
  ],
  [
    'a listener of a signal',
    () => {
      const end = new AbortController();
      document.addEventListener('keydown', NOTHING, { signal: end.signal, capture: true });
      return () => end.abort();
    },
    'document has a listener for keydown',
  ],
  [
    'a class of the body',
    () => {
      document.body.classList.add('frozen');
      return () => document.body.classList.remove('frozen');
    },
    'body has class="frozen"',
  ],
  [
    'a storage key',
    () => {
      localStorage.setItem('draft', '1');
      return () => localStorage.removeItem('draft');
    },
    'the storage has the key "draft"',
  ],
  [
    'a global',
    () => {
      Reflect.set(window, 'moment', 1);
      return () => Reflect.deleteProperty(window, 'moment');
    },
    'window has "moment"',
  ],
])('finds %s, and not once it is gone', (_what, leave, found) => {
  expect(watch.leaks()).toEqual([]);
  const cleanUp = leave();
  expect(watch.leaks()).toEqual([found]);
  cleanUp();
  expect(watch.leaks()).toEqual([]);
});

it('ignores what ends by itself and what is the portal’s', () => {
  window.addEventListener('load', NOTHING, { once: true });
  document.addEventListener('selectionchange', NOTHING);
  document.body.appendChild(document.createElement('p')).addEventListener('click', NOTHING);
  localStorage.setItem('nemus.demo.draft', '1');
  expect(watch.leaks()).toEqual([]);
});

it('restores the page’s functions', () => {
  watch.stop();
  setInterval(NOTHING, 1e6);
  window.addEventListener('resize', NOTHING);
  expect(watch.leaks()).toEqual([]);
});
