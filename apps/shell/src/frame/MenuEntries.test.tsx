/** @jest-environment ../../jest.browser.mjs */
import type { AreaPhase } from '@nemus/loader';
import type { MenuItem } from '@nemus/registry';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { fakePortal, renderPortal } from '../testing/render-portal';
import { MenuEntries } from './MenuEntries';

const REMOTE: MenuItem['remote'] = {
  name: 'alpha',
  title: 'Alpha',
  team: 'alpha',
  routes: [],
  menu: [],
  slots: [],
  enabled: true,
  stable: { version: '1.0.0', path: 'releases/alpha/1.0.0/', digest: '', contract: '^1.0.0' },
  lastGood: [],
};
const menuOf = (count: number): MenuItem[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `entry-${index}`,
    path: `/entry-${index}`,
    label: `Eintrag ${index}`,
    icon: 'area',
    order: index,
    remote: REMOTE,
  }));
const drawn = () => screen.getAllByRole('link').length;

/** A menu next to a loading area, in a window of 800 px. */
function renderMenu(count: number) {
  let phase: AreaPhase = 'loading';
  let heard: () => void = () => undefined;
  const portal = fakePortal();
  const loader = {
    ...portal.loader,
    getSnapshot: () => ({
      alpha: { phase, version: null, source: null, loadMs: null, mountMs: null, lastFailure: null },
    }),
    subscribe: (listener: () => void) => {
      heard = listener;
      return () => (heard = () => undefined);
    },
  };
  renderPortal({ ...portal, loader }, <MenuEntries menu={menuOf(count)} onOpen={() => undefined} />);
  return (next: AreaPhase) => {
    phase = next;
    heard();
  };
}

it('marks an entry of a closed area, for screen readers as well', () => {
  const [open, closed] = menuOf(2);
  if (!open || !closed) throw new Error('The menu is too short.');
  const menu = [open, { ...closed, remote: { ...REMOTE, enabled: false } }];
  renderPortal(fakePortal(), <MenuEntries menu={menu} onOpen={() => undefined} />);
  expect(screen.getByRole('link', { name: 'Eintrag 0' })).toHaveTextContent(/^Eintrag 0$/);
  expect(screen.getByRole('link', { name: 'Eintrag 1, zurzeit abgeschaltet' })).toHaveTextContent(
    'zurzeit abgeschaltet',
  );
});

it('presses an entry with the mouse, and neither by a finger that may scroll nor for another tab', () => {
  const portal = fakePortal();
  const press = jest.fn();
  renderPortal(
    { ...portal, opening: { ...portal.opening, press } },
    <MenuEntries menu={menuOf(1)} onOpen={() => undefined} />,
  );
  const entry = screen.getByRole('link', { name: 'Eintrag 0' });
  // jsdom has no PointerEvent.
  const down = ({ pointerType, ...init }: PointerEventInit) =>
    fireEvent(entry, Object.assign(new MouseEvent('pointerdown', { bubbles: true, ...init }), { pointerType }));
  down({ pointerType: 'touch' });
  down({ pointerType: 'mouse', ctrlKey: true });
  down({ pointerType: 'mouse', button: 1 });
  expect(press).not.toHaveBeenCalled();
  down({ pointerType: 'mouse' });
  expect(press.mock.calls).toEqual([['alpha', '/entry-0']]);
});

it('shows a chosen entry as the current one before its page is opened', async () => {
  const portal = fakePortal();
  let opened = () => {};
  const choose = jest.fn(() => new Promise<void>((resolve) => (opened = resolve)));
  renderPortal(
    { ...portal, opening: { ...portal.opening, choose } },
    <MenuEntries menu={menuOf(2)} onOpen={() => undefined} />,
  );
  const before = window.location.pathname;
  const entry = screen.getByRole('link', { name: 'Eintrag 0' });
  fireEvent.click(entry);
  expect(window.location.pathname).toBe(before);
  expect(choose.mock.calls).toEqual([['alpha', '/entry-0']]);
  expect(entry).toHaveAttribute('aria-current', 'page');

  // Refused, as by the guard of an unsaved form.
  await act(async () => opened());
  expect(entry).not.toHaveAttribute('aria-current');
});

it('puts the entries of further areas below a divider, in their order', () => {
  const menu = menuOf(4).map((entry, index) => ({ ...entry, order: [10, 60, 100, 120][index] ?? 0 }));
  renderPortal(fakePortal(), <MenuEntries menu={menu} onOpen={() => undefined} />);
  const [own, further] = screen.getAllByRole('list');
  if (!own || !further) throw new Error('There are not two lists.');
  const namesIn = (list: HTMLElement) =>
    within(list)
      .getAllByRole('link')
      .map(({ textContent }) => textContent);
  expect(namesIn(own)).toEqual(['Eintrag 0', 'Eintrag 1']);
  expect(further).toHaveAccessibleName('Weitere Bereiche');
  expect(namesIn(further)).toEqual(['Eintrag 2', 'Eintrag 3']);
  const divider = screen.getByRole('separator');
  expect(own.compareDocumentPosition(divider)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(divider.closest('ul')).toBeNull();
});

it('has no divider where there are no further areas', () => {
  renderPortal(fakePortal(), <MenuEntries menu={menuOf(2)} onOpen={() => undefined} />);
  expect(screen.queryByRole('separator')).not.toBeInTheDocument();
  expect(screen.getAllByRole('list')).toHaveLength(1);
});

beforeEach(() => {
  jest.useFakeTimers();
  window.innerHeight = 800;
});
afterEach(() => jest.useRealTimers());

it('renders as many entries as the window shows, and the others once the page has rendered', () => {
  const areaIs = renderMenu(100);
  expect(drawn()).toBe(20);
  act(() => void jest.advanceTimersByTime(5_000));
  expect(drawn()).toBe(20);
  areaIs('ready');
  act(() => void jest.advanceTimersByTime(5_000));
  expect(drawn()).toBe(100);
  expect(screen.getByRole('link', { name: 'Eintrag 99' }).getAttribute('href')).toBe('/entry-99');
});

it('renders all of them on the first input', () => {
  renderMenu(100);
  act(() => void fireEvent.keyDown(document.body, { key: 'Tab' }));
  expect(drawn()).toBe(100);
});

it('draws all entries after a while, whether or not a page was shown', () => {
  renderMenu(100);
  act(() => void jest.advanceTimersByTime(10_000));
  expect(drawn()).toBe(100);
});

it('draws a menu that fits at once', () => {
  renderMenu(10);
  expect(drawn()).toBe(10);
});
