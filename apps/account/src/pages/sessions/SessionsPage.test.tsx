/** @jest-environment ../../jest.browser.mjs */
import { pagesUnderTest } from '@nemus/testing/pages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import app from '../../app';

const HERE = {
  id: 's1',
  created_at: '2026-11-23T06:00:00+00:00',
  used_at: '2026-11-23T07:00:00+00:00',
  browser: 'firefox',
  system: 'linux',
  user_agent: 'x',
  ip: '192.0.2.7',
  aal: 'aal2',
  is_current: true,
};
const PHONE = { ...HERE, id: 's2', browser: 'safari', system: 'ios', aal: 'aal1', ip: null, is_current: false };
const pages = pagesUnderTest(app);
const open = (answers: Parameters<typeof pages.open>[1] = {}) =>
  pages.open('/account/sessions', { 'rpc/nemus_sessions': () => [HERE, PHONE], ...answers });
const press = (name: string | RegExp) =>
  screen.findByRole('button', { name }).then((button) => fireEvent.click(button));
const pressInDialog = async (name: string) =>
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));

it('says in words where the account is signed in, and which device this is', async () => {
  await open();
  expect(await screen.findByRole('heading', { level: 2, name: 'Firefox unter Linux' })).toBeVisible();
  expect(screen.getByText('Dieses Gerät')).toBeVisible();
  expect(screen.getByText(/^Angemeldet am 23\.11\.2026.*, mit zwei Faktoren$/)).toBeVisible();
  expect(screen.getByText(/Netzadresse 192\.0\.2\.7$/)).toBeVisible();
  expect(screen.getByRole('heading', { level: 2, name: 'Safari unter iOS oder iPadOS' })).toBeVisible();
  // This device is left by "Überall abmelden" or the menu, not by accident.
  expect(screen.getAllByRole('button', { name: /^Abmelden: / })).toHaveLength(1);
});

it('ends one session after explaining the consequences, and refetches the list', async () => {
  let list = [HERE, PHONE];
  const { ports } = await open({
    'rpc/nemus_sessions': () => list,
    'rpc/nemus_end_session': () => {
      list = [HERE];
      return true;
    },
  });
  await press(/^Abmelden: Safari/);
  expect(await screen.findByText(/spätestens nach einer Minute abgemeldet/)).toBeVisible();
  await pressInDialog('Abmelden');
  expect(await screen.findByText('Sie sind nur hier angemeldet.')).toBeVisible();
  expect(await pages.sent('rpc/nemus_end_session')).toEqual([{ p_session: 's2' }]);
  expect(ports.toasts()).toContainEqual({ kind: 'success', title: '1 Gerät abgemeldet' });
  expect(screen.queryByRole('button', { name: 'Alle anderen abmelden' })).toBeNull();
});

it('ends the others and stays; ends all and leaves', async () => {
  const { ports } = await open({ 'rpc/nemus_end_sessions': () => 1 });
  const signOut = jest.spyOn(ports.session, 'signOut');
  await press('Alle anderen abmelden');
  await pressInDialog('Alle anderen abmelden');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(signOut).not.toHaveBeenCalled();
  await press('Überall abmelden');
  await pressInDialog('Überall abmelden');
  await waitFor(() => expect(signOut).toHaveBeenCalledTimes(1));
  expect(await pages.sent('rpc/nemus_end_sessions')).toEqual([{ p_keep_current: true }, { p_keep_current: false }]);
});

it('a refusal keeps the dialog open and says why; no session ends', async () => {
  const { ports } = await open({ 'rpc/nemus_end_sessions': () => Response.json({ message: 'no' }, { status: 500 }) });
  const signOut = jest.spyOn(ports.session, 'signOut');
  await press('Überall abmelden');
  await pressInDialog('Überall abmelden');
  expect(await within(await screen.findByRole('dialog')).findByRole('alert')).toBeVisible();
  expect(signOut).not.toHaveBeenCalled();
});
