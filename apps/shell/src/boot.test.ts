/** @jest-environment jsdom */
import { COLOR_SCHEME_KEY } from './ports/color-scheme-key';
import { START_MEMO_KEY, type StartMemo } from './start/start-memo';

const MEMO: StartMemo = {
  registryUrl: 'http://store.test/registry/local.json',
  areas: [
    {
      paths: ['/dashboard'],
      files: [
        { url: 'http://store.test/entry.js', integrity: 'sha384-a' },
        { url: 'http://store.test/page.css', integrity: 'sha384-b' },
      ],
    },
  ],
};

/** Runs the script as the page does, and returns what it asked for. */
async function boot(path: string) {
  window.history.replaceState(null, '', path);
  document.head.innerHTML = '';
  document.body.innerHTML = '<p id="start-text">Nemus wird geladen …</p><p id="start-again" hidden></p>';
  Object.assign(window, { matchMedia: () => ({ matches: true }) });
  await jest.isolateModulesAsync(async () => {
    await import('./boot');
  });
  return Array.from(document.head.querySelectorAll('link'), (link) =>
    [link.as, link.getAttribute('href'), link.integrity].join(' ').trim(),
  );
}

beforeEach(() => localStorage.clear());

it('asks for the configuration', async () => {
  expect(await boot('/auth')).toEqual(['fetch /config.json']);
});

it.each(['/', '/dashboard', '/dashboard/details'])('asks for registry and files of the area at %s', async (path) => {
  localStorage.setItem(START_MEMO_KEY, JSON.stringify(MEMO));
  expect(await boot(path)).toEqual([
    'fetch /config.json',
    'fetch http://store.test/registry/local.json',
    'script http://store.test/entry.js sha384-a',
    'style http://store.test/page.css sha384-b',
  ]);
});

it('asks for no area’s files elsewhere', async () => {
  localStorage.setItem(START_MEMO_KEY, JSON.stringify(MEMO));
  expect(await boot('/auth')).toEqual(['fetch /config.json', 'fetch http://store.test/registry/local.json']);
});

it('does not stumble over nonsense', async () => {
  localStorage.setItem(START_MEMO_KEY, '{"areas":7}');
  expect(await boot('/dashboard')).toEqual(['fetch /config.json']);
});

it.each([
  [null, 'dark'],
  ['light', 'light'],
  ['dark', 'dark'],
])('sets the ground of the page for the choice %s', async (chosen, scheme) => {
  if (chosen !== null) localStorage.setItem(COLOR_SCHEME_KEY, chosen);
  await boot('/auth');
  expect(document.documentElement.dataset.scheme).toBe(scheme);
});

it('speaks up when a script of the portal is lost, and only then', async () => {
  await boot('/auth');
  const lose = (src: string) => {
    const script = document.createElement('script');
    script.src = src;
    document.body.append(script);
    script.dispatchEvent(new Event('error'));
  };
  lose('http://store.test/entry.js');
  expect(document.body).toHaveTextContent('Nemus wird geladen …');
  lose('/assets/main.js');
  expect(document.body).toHaveTextContent('Das Portal konnte nicht geladen werden.');
  expect(document.getElementById('start-again')).not.toHaveAttribute('hidden');
});
