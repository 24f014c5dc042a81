/** @jest-environment ../../jest.browser.mjs */
import type { FoundEntry } from '@nemus/contract';
import type { Offer } from '@nemus/loader';
import { sampleEntry, sampleRegistry } from '@nemus/registry/samples';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { createStore } from 'zustand/vanilla';
import { fakePortal, fakeSession, renderPortal } from '../../testing/render-portal';
import { PROFILE, SIGNED_IN } from '@nemus/host/testing/samples';
import { PaletteDialog } from './PaletteDialog';

const NOTHING: Offer = { commands: [], searches: [] };
const command = (change: Partial<Offer['commands'][number]>): Offer['commands'][number] => ({
  id: 'a',
  label: 'Eintrag',
  path: '/alpha',
  keywords: [],
  kind: 'action',
  ...change,
});

/** The palette of a trainee, with two areas; `beta` is only for institutions and staff. */
function open(
  offers: Readonly<Record<string, Offer>>,
  search: (remote: string, query: string) => Promise<readonly FoundEntry[]> = () => Promise.resolve([]),
) {
  const onClose = jest.fn();
  const onKeys = jest.fn();
  const readOffer = jest.fn((remote: string) => Promise.resolve(offers[remote] ?? NOTHING));
  const asked = jest.fn((remote: string, { query }: { query: string }) => search(remote, query));
  const portal = fakePortal(fakeSession(SIGNED_IN));
  const document = sampleRegistry([
    sampleEntry('alpha'),
    sampleEntry('beta', {
      routes: [
        { path: '/beta', layout: 'shared', title: 'beta', roles: ['institution'] },
        { path: '/beta/staff', layout: 'shared', title: 'beta', requires: ['staff:people'] },
      ],
      menu: [],
    }),
  ]);
  renderPortal(
    {
      ...portal,
      loader: { ...portal.loader, readOffer, search: asked },
      registry: {
        ...portal.registry,
        store: createStore(() => ({ status: 'ready' as const, document, stale: false, refused: [] })),
      },
    },
    <PaletteDialog onClose={onClose} onKeys={onKeys} />,
  );
  return { portal, onClose, onKeys, readOffer, asked };
}

const type = (text: string) => fireEvent.change(screen.getByRole('combobox'), { target: { value: text } });
const names = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);

afterEach(() => localStorage.clear());

it('offers the menu, entries of areas and actions of the shell', async () => {
  open({ alpha: { ...NOTHING, commands: [command({ label: 'Kurs buchen' })] } });
  await waitFor(() => expect(names()).toContain('Kurs buchenalpha'));
  expect(names()).toEqual(expect.arrayContaining(['alpha', 'Abmelden', 'Farbschema: dunkel', 'Tastenkürzel anzeigen']));
});

it('stays at the first entry when others arrive late, unless the user has moved', async () => {
  const searches = {
    ...NOTHING,
    searches: [
      { id: 'slow', label: 'Langsam', expose: './slow' },
      { id: 'quick', label: 'Schnell', expose: './quick' },
    ],
  };
  const answers: ((entries: FoundEntry[]) => void)[] = [];
  open({ alpha: searches }, () => new Promise((resolve) => answers.push(resolve)));
  await waitFor(() => expect(names()).toContain('alpha'));
  const chosen = () =>
    document.getElementById(screen.getByRole('combobox').getAttribute('aria-activedescendant') ?? '')?.textContent;
  const hit = (id: string) => ({ id, label: id, path: `/alpha/${id}` });
  type('wort');
  await waitFor(() => expect(answers).toHaveLength(2));
  act(() => answers[1]?.([hit('Q1'), hit('Q2')]));
  await waitFor(() => expect(chosen()).toBe('Q1'));
  act(() => answers[0]?.([hit('S1')]));
  await waitFor(() => expect(names()).toEqual(['S1', 'Q1', 'Q2']));
  expect(chosen()).toBe('S1');

  type('worte');
  await waitFor(() => expect(answers).toHaveLength(4));
  act(() => answers[3]?.([hit('Q1'), hit('Q2')]));
  await waitFor(() => expect(chosen()).toBe('Q1'));
  fireEvent.keyDown(screen.getByRole('combobox'), { key: 'ArrowDown' });
  expect(chosen()).toBe('Q2');
  act(() => answers[2]?.([hit('S1')]));
  await waitFor(() => expect(names()).toEqual(['S1', 'Q1', 'Q2']));
  expect(chosen()).toBe('Q2');
});

it('leaves out entries for other accounts, and those that lead out of the area', async () => {
  const { readOffer } = open({
    alpha: {
      ...NOTHING,
      commands: [
        command({ id: 'own', label: 'Eigenes' }),
        command({ id: 'role', label: 'Andere Rolle', roles: ['institution'] }),
        command({ id: 'right', label: 'Anderes Recht', requires: ['staff:people'] }),
        command({ id: 'foreign', label: 'Fremdes', path: '/beta' }),
        command({ id: 'shell', label: 'Shell', path: '/auth' }),
        command({ id: 'script', label: 'Skript', path: 'javascript:alert(1)' }),
      ],
    },
    beta: { ...NOTHING, commands: [command({ id: 'staff', label: 'Personal', path: '/beta/staff' })] },
  });
  await waitFor(() => expect(names()).toContain('Eigenesalpha'));
  for (const label of ['Andere Rolle', 'Anderes Recht', 'Fremdes', 'Shell', 'Skript', 'Personal']) {
    expect(names().join()).not.toContain(label);
  }
  // An area without a page for this account gets no request.
  expect(readOffer.mock.calls).toEqual([['alpha']]);
});

it('draws markup as text', async () => {
  open({ alpha: { ...NOTHING, commands: [command({ label: '<img src=x onerror=alert(1)>' })] } });
  await waitFor(() => expect(names()).toContain('<img src=x onerror=alert(1)>alpha'));
  expect(document.querySelector('img')).toBeNull();
});

const SEARCHES = {
  ...NOTHING,
  searches: [
    { id: 'people', label: 'Personen', expose: './people' },
    { id: 'courses', label: 'Kurse', expose: './courses' },
  ],
};

it('queries areas only once something is typed, and shows their results', async () => {
  const { asked, portal, onClose } = open({ alpha: SEARCHES }, () =>
    Promise.resolve([{ id: '1', label: 'Mira Müller', path: '/alpha/mira' }]),
  );
  await waitFor(() => expect(names()).toContain('alpha'));
  type('m');
  await act(() => new Promise((resolve) => setTimeout(resolve, 200)));
  expect(asked).not.toHaveBeenCalled();
  type('mueller');
  const [hit] = await screen.findAllByRole('option', { name: 'Mira Müller' });
  if (hit) fireEvent.click(hit);
  expect(onClose).toHaveBeenCalled();
  expect(portal.navigation.port.getLocation().pathname).toBe('/alpha/mira');
  // This device must not remember people.
  expect(localStorage.getItem('nemus.recent')).toBeNull();
});

it('notes quietly what could not be searched, and shows the others', async () => {
  let calls = 0;
  open({ alpha: SEARCHES }, () => {
    calls += 1;
    return calls === 1
      ? Promise.reject(new Error('down'))
      : Promise.resolve([{ id: '1', label: 'Trauma', path: '/alpha/1' }]);
  });
  await waitFor(() => expect(names()).toContain('alpha'));
  type('trauma');
  await screen.findByText(/Nicht durchsucht: Personen/);
  expect(names()).toContain('Trauma');
});

it('drops hits that lead to pages of others', async () => {
  open({ alpha: SEARCHES }, () =>
    Promise.resolve([
      { id: '1', label: 'Fremd', path: '/beta/1' },
      { id: '2', label: 'Eigen', path: '/alpha/2' },
    ]),
  );
  await waitFor(() => expect(names()).toContain('alpha'));
  type('eigen');
  await screen.findAllByRole('option', { name: 'Eigen' });
  expect(names().join()).not.toContain('Fremd');
});

it('chooses with arrow keys and Enter, and remembers pages and actions alone', async () => {
  const { onKeys, onClose } = open({});
  type('tastenk');
  await waitFor(() => expect(names()).toEqual(['Tastenkürzel anzeigen']));
  fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Enter' });
  expect(onClose).toHaveBeenCalled();
  expect(onKeys).toHaveBeenCalled();
  expect(localStorage.getItem('nemus.recent')).toContain('portal/keys');
  expect(localStorage.getItem('nemus.recent')).toContain(PROFILE.userId);
});

it('closes by Escape', async () => {
  const { onClose } = open({});
  await waitFor(() => expect(names()).toContain('alpha'));
  fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Escape' });
  expect(onClose).toHaveBeenCalledTimes(1);
});
