/** @jest-environment ../../jest.browser.mjs */
import { useRef } from 'react';
import { act, fireEvent, screen } from '@testing-library/react';
import { Link, useLocation } from 'react-router-dom';
import { fakePortal, renderPortal } from '../testing/render-portal';
import { usePortal } from '../portal/portal-context';
import { usePageFocus } from './usePageFocus';

/** Runs observers and effects. */
const settle = () => act(() => new Promise((resolve) => setTimeout(resolve)));

function Frame({ heading, dialog = false }: { heading: string | null; dialog?: boolean }) {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  usePageFocus(main, usePortal().navigation.port);
  return (
    <>
      <nav>
        <Link to="/next">Weiter</Link>
        <Link to="?tab=2">Reiter</Link>
      </nav>
      <main ref={main} tabIndex={-1}>
        <h1>{pathname === '/next' ? heading : 'Anfang'}</h1>
        <input aria-label="Feld" />
      </main>
      {dialog && pathname === '/next' ? (
        <div role="dialog" aria-modal="true" aria-label="Einzelheiten">
          <button type="button">Schließen</button>
        </div>
      ) : null}
    </>
  );
}

function open(frame = <Frame heading="Nächste Seite" />) {
  window.history.replaceState(null, '', '/start');
  return renderPortal(fakePortal(), frame);
}

/** A click as a user makes it: the link has the focus. */
function follow(name: string) {
  const link = screen.getByText(name);
  link.focus();
  fireEvent.click(link);
}

it('leaves the focus alone at the start', async () => {
  open();
  await settle();
  expect(document.body).toHaveFocus();
});

it('moves to the heading of the next page', async () => {
  open();
  follow('Weiter');
  await settle();
  expect(screen.getByRole('heading', { name: 'Nächste Seite' })).toHaveFocus();
});

it('does not take a new query for a new page', async () => {
  open();
  follow('Reiter');
  await settle();
  expect(screen.getByText('Reiter')).toHaveFocus();
});

it('does not disturb a dialog that the address opens', async () => {
  open(<Frame heading="Nächste Seite" dialog />);
  follow('Weiter');
  await settle();
  expect(screen.getByText('Weiter')).toHaveFocus();
});

it('stays where it is while the heading stays the same', async () => {
  open(<Frame heading="Anfang" />);
  follow('Weiter');
  await settle();
  expect(screen.getByText('Weiter')).toHaveFocus();
});

it('waits for the heading of an area that is hidden while it loads', async () => {
  function Hidden() {
    const main = useRef<HTMLElement>(null);
    const { pathname } = useLocation();
    usePageFocus(main, usePortal().navigation.port);
    const isNext = pathname === '/next';
    return (
      <>
        <Link to="/next">Weiter</Link>
        <main ref={main}>
          <div data-testid="area" hidden={isNext}>
            <h1>{isNext ? 'Nächste Seite' : 'Anfang'}</h1>
          </div>
        </main>
      </>
    );
  }
  open(<Hidden />);
  follow('Weiter');
  await settle();
  expect(screen.getByText('Weiter')).toHaveFocus();
  screen.getByTestId('area').hidden = false;
  await settle();
  expect(screen.getByRole('heading', { name: 'Nächste Seite' })).toHaveFocus();
});
