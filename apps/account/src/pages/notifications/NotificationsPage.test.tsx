/** @jest-environment ../../jest.browser.mjs */
import { json, type Answers } from '@nemus/testing/jest';
import { pagesUnderTest } from '@nemus/testing/pages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import app from '../../app';

const pages = pagesUnderTest(app);
const news = (id: string, of: object = {}) => ({
  id,
  kind: 'certificate_issued',
  facts: { title: `Trauma ${id}` },
  path: '/competencies',
  read_at: null,
  created_at: '2026-11-20T10:00:00+00:00',
  ...of,
});
const ROWS = [
  news('a'),
  news('b', { kind: 'from_tomorrow', path: null }),
  news('c', { read_at: '2026-11-21T10:00:00Z' }),
];
const open = (path = '/account/notifications', answers: Answers = {}) =>
  pages.open(path, { nemus_notifications: () => ROWS, 'rpc/nemus_read_notifications': () => 0, ...answers });

it('lists news with links, including kinds unknown to this release', async () => {
  await open();
  expect(await screen.findByRole('link', { name: 'Zertifikat ausgestellt: Trauma a' })).toHaveAttribute(
    'href',
    expect.stringMatching(/\/competencies$/),
  );
  expect(screen.getByText('Neue Benachrichtigung')).toBeInTheDocument();
  expect(screen.getAllByText('Ungelesen')).toHaveLength(2);
});

it('marks one as read, and all of them', async () => {
  await open();
  fireEvent.click(
    await screen.findByRole('button', { name: 'Als gelesen markieren: Zertifikat ausgestellt: Trauma a' }),
  );
  await waitFor(async () => expect(await pages.sent('rpc/nemus_read_notifications')).toEqual([{ p_ids: ['a'] }]));
  fireEvent.click(screen.getByRole('button', { name: 'Alle als gelesen markieren' }));
  await waitFor(async () => expect(await pages.sent('rpc/nemus_read_notifications')).toEqual([{ p_ids: ['a'] }, {}]));
});

it('explains an empty list, and that nothing is unread', async () => {
  await open(undefined, { nemus_notifications: () => [] });
  expect(await screen.findByText('Noch keine Benachrichtigungen')).toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: 'Ungelesene' }));
  expect(await screen.findByText('Keine ungelesenen Benachrichtigungen')).toBeInTheDocument();
});

const on = { mode: 'on', wanted: true, stopped: false };
const never = { mode: 'never', wanted: false, stopped: false };
const always = { mode: 'always', wanted: true, stopped: false };
const SETTINGS = [
  { kind: 'certificate_issued', portal: on, mail: on, sms: never },
  { kind: 'new_device', portal: always, mail: always, sms: { ...on, mode: 'off', wanted: false } },
  { kind: 'from_tomorrow', portal: on, mail: on, sms: never },
];
const openSettings = (answers: Answers = {}) =>
  pages.open('/account/notifications/settings', {
    'rpc/nemus_notification_settings': () => SETTINGS,
    'rpc/nemus_choose_notification': () => null,
    ...answers,
  });

it('chooses a channel for a kind at once', async () => {
  await openSettings();
  const mail = await screen.findByRole('checkbox', { name: 'Zertifikat ausgestellt per E-Mail' });
  expect(mail).toBeChecked();
  fireEvent.click(mail);
  await waitFor(async () =>
    expect(await pages.sent('rpc/nemus_choose_notification')).toEqual([
      { p_kind: 'certificate_issued', p_channel: 'mail', p_wanted: false },
    ]),
  );
});

it('explains fixed choices in words, and names rows and columns', async () => {
  await openSettings();
  const table = await screen.findByRole('table', { name: /Sicherheit/ });
  const row = within(table).getByRole('row', { name: /Anmeldung mit einem neuen Gerät/ });
  expect(within(row).getAllByText(/kommt immer/)).toHaveLength(2);
  expect(within(row).getByRole('checkbox', { name: /per SMS/ })).not.toBeChecked();
  expect(within(table).getAllByRole('columnheader')).toHaveLength(4);
  expect(screen.queryByText(/from_tomorrow/)).not.toBeInTheDocument();
});

it('reverts what was not saved, and reports it', async () => {
  const { ports } = await openSettings({ 'rpc/nemus_choose_notification': () => json(500, { message: 'down' }) });
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Zertifikat ausgestellt per E-Mail' }));
  await waitFor(() => expect(ports.toasts()).toContainEqual(expect.objectContaining({ title: 'Nicht gespeichert' })));
  await waitFor(() =>
    expect(screen.getByRole('checkbox', { name: 'Zertifikat ausgestellt per E-Mail' })).toBeChecked(),
  );
});

it('says when the institution has switched off mails', async () => {
  await openSettings({
    'rpc/nemus_notification_settings': () => [{ ...SETTINGS[0], mail: { ...on, stopped: true } }],
  });
  expect(
    await screen.findByText(/hat E-Mail-Benachrichtigungen in ihren Einstellungen ausgeschaltet/),
  ).toBeInTheDocument();
});
