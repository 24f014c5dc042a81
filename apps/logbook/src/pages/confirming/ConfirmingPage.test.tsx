/** @jest-environment ../../jest.browser.mjs */
import { fakeProfile } from '@nemus/testing/jest';
import { pagesUnderTest } from '@nemus/testing/pages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import app from '../../app';

const NAMING = {
  confirmer_id: 'c1',
  name: 'Dr. Ada Lehr',
  institution: 'Ambulanz am Park',
  deputies: [{ id: 'd1', deputy_id: 'c2', name: 'Ben Alt', valid_from: '2026-12-01', valid_until: '2026-12-14' }],
  possible_deputies: [
    { id: 'c2', name: 'Ben Alt' },
    { id: 'c3', name: 'Cem Neu' },
  ],
};
const STATUS = { open: 0, only: true, mails: 'weekly', people: [NAMING], invitations: [], deputies: [] };
const pages = pagesUnderTest(app);
const answers = (status: object) => ({
  'rpc/nemus_sign_off_status': () => status,
  'rpc/nemus_sign_off_inbox': () => ({ entries: [], next: null }),
  'rpc/nemus_save_deputy': () => 'd2',
  'rpc/nemus_end_deputy': () => null,
  'rpc/nemus_choose_confirming_mails': () => null,
  'functions/v1/send-sign-off-letters': () => ({ sent: 0 }),
});
const open = (status: object = STATUS, path = '/logbook/confirming') => pages.open(path, answers(status));

it('an account that only confirms has its inbox as start, and no sections of a trainee', async () => {
  const { ports } = await open(STATUS, '/logbook');
  expect(await screen.findByRole('heading', { level: 1, name: 'Eingang' })).toBeVisible();
  expect(ports.navigation.getLocation().pathname).toBe('/logbook/inbox');
  const sections = await screen.findByRole('navigation', { name: 'Logbuch' });
  expect(
    within(sections)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['Eingang', 'Entschieden', 'Vertretung und E-Mails']);
});

it.each([
  ['agree', STATUS, ['only:confirming'], 0],
  ['a training has begun', { ...STATUS, only: false }, ['only:confirming'], 1],
  ['it has been named since', STATUS, [], 1],
])('the menu follows what the account is: %s', async (_when, status, rights, reloads) => {
  const { ports } = await pages.open('/logbook/inbox', answers(status), { profile: fakeProfile('piw', { rights }) });
  await screen.findByRole('navigation', { name: 'Logbuch' });
  await waitFor(() => expect(ports.session.reloads()).toBe(reloads));
});

it('names a deputy of the same list with days, and ends one', async () => {
  await open();
  expect(await screen.findByText(/Ben Alt, 01\.12\.2026 bis 14\.12\.2026/)).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'Vertretung eintragen' }));
  const dialog = await screen.findByRole('dialog', { name: 'Vertretung eintragen' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Speichern' }));
  expect(within(dialog).getByText('Bitte wählen Sie, wer vertritt.')).toBeVisible();
  fireEvent.change(within(dialog).getByLabelText('Vertretung'), { target: { value: 'c3' } });
  fireEvent.change(within(dialog).getByLabelText('Erster Tag'), { target: { value: '2026-12-20' } });
  fireEvent.change(within(dialog).getByLabelText('Letzter Tag'), { target: { value: '2027-01-06' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Speichern' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await pages.asked('rpc/nemus_save_deputy').at(-1)?.clone().json()).toEqual({
    p_confirmer: 'c1',
    p_deputy: 'c3',
    p_valid_from: '2026-12-20',
    p_valid_until: '2027-01-06',
  });
  fireEvent.click(screen.getByRole('button', { name: 'Vertretung beenden: Ben Alt' }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Beenden' }));
  await waitFor(() => expect(pages.asked('rpc/nemus_end_deputy')).toHaveLength(1));
});

it('says who can be a deputy where there is no one else', async () => {
  await open({ ...STATUS, people: [{ ...NAMING, deputies: [], possible_deputies: [] }] });
  expect(await screen.findByText(/Vertreten kann nur/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Vertretung eintragen' })).toBeNull();
});

it('chooses how often mails arrive', async () => {
  await open();
  expect(await screen.findByRole('radio', { name: /Wöchentlich/ })).toBeChecked();
  fireEvent.click(screen.getByRole('radio', { name: /Täglich/ }));
  await waitFor(async () =>
    expect(await pages.asked('rpc/nemus_choose_confirming_mails').at(-1)?.clone().json()).toEqual({ p_pace: 'daily' }),
  );
  expect(screen.getByRole('link', { name: 'Adresse ändern' })).toHaveAttribute('href', '/account/email');
});

it('explains itself to an account that confirms for no one', async () => {
  await open({ ...STATUS, only: false, people: [] });
  expect(await screen.findByText('Sie bestätigen für keine Weiterbildungsstätte')).toBeVisible();
});
