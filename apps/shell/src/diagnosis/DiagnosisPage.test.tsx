/** @jest-environment ../../jest.browser.mjs */
import { fakeProfile } from '@nemus/testing';
import { sampleEntry, sampleRegistry } from '@nemus/registry/samples';
import type { SessionState } from '@nemus/session';
import { fireEvent, screen } from '@testing-library/react';
import { createStore } from 'zustand/vanilla';
import { fakePortal, fakeSession, renderPortal } from '../testing/render-portal';
import DiagnosisPage from './DiagnosisPage';

const USER = { id: 'u-1', email: 'mira@nemus.example', metadata: {} };

/** The page of an account, while every request of tables and areas fails. */
function show(account: Partial<SessionState>) {
  const session = fakeSession({ status: 'signed-in', user: USER, ...account });
  const portal = fakePortal(session);
  const document = sampleRegistry([sampleEntry('alpha')]);
  const state = { status: 'ready' as const, document, stale: true, refused: [{ name: 'beta', message: 'malformed' }] };
  const client = jest.fn(() => Promise.reject(new Error('offline')));
  renderPortal(
    { ...portal, client, registry: { ...portal.registry, store: createStore(() => state) } },
    <DiagnosisPage />,
  );
  return { session, client };
}

it.each(['release:operator', 'release:team'])('needs no area and no further answer (%s)', (right) => {
  const { client } = show({ profileStatus: 'ready', profile: fakeProfile('piw', { rights: [right] }) });
  expect(screen.getByRole('table', { name: 'Liste der Bereiche' })).toHaveTextContent('alpha');
  expect(screen.getByText('Ausgelassen: beta')).toBeInTheDocument();
  expect(screen.getByText(/das Verzeichnis ist nicht erreichbar/)).toBeInTheDocument();
  expect(screen.getByRole('form', { name: 'Umleitung' })).toBeInTheDocument();
  expect(client).not.toHaveBeenCalled();
});

it('shows nothing to other accounts, whatever else they may do', () => {
  show({ profileStatus: 'ready', profile: fakeProfile('piw', { rights: ['staff:orders'] }) });
  expect(screen.getByText('Diese Seite ist für Ihr Konto nicht freigegeben')).toBeInTheDocument();
  expect(screen.queryByRole('table')).toBeNull();
});

it('says that the right is unknown, and asks again', () => {
  const { session } = show({ profileStatus: 'failed' });
  expect(screen.queryByRole('table')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Erneut versuchen' }));
  expect(session.reloadProfile).toHaveBeenCalledTimes(1);
});
