/** @jest-environment ../../jest.browser.mjs */
import { pagesUnderTest } from '@nemus/testing/pages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import app from '../../app';

const STATE = { codes_left: 0, codes_made_at: null, is_recovered: false, required_by: null };
const CODES = Array.from({ length: 10 }, (_, place) => `AAAA-BBBB-CCCC-DDD${place}`);
const FRESH_NEEDED = () =>
  new Response(JSON.stringify({ code: 'PT403', message: 'factor_required', hint: 'factor_required', details: null }), {
    status: 403,
    headers: { 'content-type': 'application/json' },
  });
const pages = pagesUnderTest(app);
const open = (state: Partial<typeof STATE> | Record<string, unknown> = {}, answers = {}) =>
  pages.open('/account/security', { 'rpc/nemus_factor_state': () => ({ ...STATE, ...state }), ...answers });
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const type = async (name: string, value: string) =>
  fireEvent.change(await screen.findByRole('textbox', { name }), { target: { value } });

/** Completes the set-up until the codes are shown. */
async function enrol() {
  await press('Zweiten Faktor einrichten');
  await press('Weiter');
  await type('Code aus der App', '123456');
  await press('Einschalten');
  await screen.findByRole('heading', { level: 1, name: 'Wiederherstellungscodes' });
}

it('sets a factor up by picture or text, and shows the recovery codes once', async () => {
  await open({}, { 'rpc/nemus_make_recovery_codes': () => CODES });
  await press('Zweiten Faktor einrichten');
  await press('Weiter');
  expect(await screen.findByRole('img', { name: 'QR-Code für Ihre Authenticator-App' })).toBeVisible();
  expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeVisible();
  await type('Code aus der App', '000000');
  await press('Einschalten');
  expect(await screen.findByText(/^Dieser Code gilt nicht\./)).toBeVisible();
  await type('Code aus der App', '123 456');
  await press('Einschalten');
  expect(await screen.findByText(CODES[9] ?? '')).toBeVisible();
  await press('Herunterladen');
  expect(pages.saved().map(({ name }) => name)).toEqual(['nemus-wiederherstellungscodes.txt']);
  await press('Ich habe die Codes aufbewahrt');
  expect(await screen.findByText('Eingeschaltet')).toBeVisible();
  expect(screen.queryByText(CODES[0] ?? '')).toBeNull();
});

it('removes a factor after a code', async () => {
  await open({}, { 'rpc/nemus_make_recovery_codes': () => CODES });
  await enrol();
  await press('Ich habe die Codes aufbewahrt');
  await press('Authenticator-App entfernen');
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByRole('textbox'), { target: { value: '999999' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Entfernen' }));
  expect(await dialog.findByText(/^Dieser Code gilt nicht\./)).toBeVisible();
  fireEvent.change(dialog.getByRole('textbox'), { target: { value: '123456' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Entfernen' }));
  expect(await screen.findByText('Ausgeschaltet')).toBeVisible();
});

it('asks for the factor when the backend requires it again, and continues the action', async () => {
  let calls = 0;
  const { ports } = await open(
    { codes_left: 3 },
    { 'rpc/nemus_make_recovery_codes': () => ((calls += 1) === 2 ? FRESH_NEEDED() : CODES) },
  );
  await enrol();
  await press('Ich habe die Codes aufbewahrt');
  expect(await screen.findByText('Noch 3 von 10 Codes sind gültig.')).toBeVisible();
  await press('Neue Codes erstellen');
  const dialog = within(await screen.findByRole('dialog', { name: 'Bitte bestätigen' }));
  fireEvent.change(dialog.getByRole('textbox'), { target: { value: '123456' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Bestätigen' }));
  expect(await screen.findByText(CODES[0] ?? '')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls).toBe(3);
  expect(ports.session.factors.given()).toBe(1);
});

it('says who requires a factor, and that a recovery code removed it', async () => {
  await open({ required_by: 'Ambulanz am Park' });
  expect(await screen.findByText('Ambulanz am Park verlangt einen zweiten Faktor')).toBeVisible();
  await open({ rights_require: true, required_by: 'Ambulanz am Park' });
  expect(await screen.findByText('Ihre Rolle im Portal verlangt einen zweiten Faktor')).toBeVisible();
  await open({ is_recovered: true, codes_left: 9 });
  expect(await screen.findByText('Ihr zweiter Faktor ist ausgeschaltet')).toBeVisible();
});
