/** @jest-environment ../../jest.browser.mjs */
import { fakeProfile, type Answers } from '@nemus/testing/jest';
import { pagesUnderTest } from '@nemus/testing/pages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import app from '../../app';

const ADA = {
  confirmer_id: 'c1',
  name: 'Ada Lehr',
  state: 'ended',
  open: 3,
  trainees: 2,
  oldest_submitted_at: '2026-11-01T10:00:00+00:00',
  reminded_at: null,
};
const BEN = { ...ADA, confirmer_id: 'c2', name: 'Ben Alt', state: 'account', open: 0, trainees: 0 };
const pages = pagesUnderTest(app, 'institution');
const HAND_OVER = 'rpc/nemus_hand_over_entries';
const openDialog = async (answers: Answers) => {
  const opened = await pages.open('/logbook/workload', {
    'rpc/nemus_sign_off_workload': () => [ADA, BEN],
    ...answers,
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Offene Einträge übergeben: Ada Lehr' }));
  return { ...opened, dialog: within(await screen.findByRole('dialog', { name: 'Einträge übergeben' })) };
};

it('hands over pending entries, call by call, and says what the other person may not confirm', async () => {
  const answers = [
    { handed_over: 200, left: 3 },
    { handed_over: 2, left: 1 },
  ];
  const { ports, dialog } = await openDialog({ [HAND_OVER]: () => answers.shift() });
  expect(dialog.getByText('3 Einträge bei Ada Lehr')).toBeVisible();
  fireEvent.click(dialog.getByRole('button', { name: 'Übergeben' }));
  expect(await dialog.findByText('Bitte wählen Sie, wer bestätigen soll.')).toBeVisible();
  expect(await pages.sent(HAND_OVER)).toEqual([]);
  fireEvent.change(dialog.getByLabelText('An wen'), { target: { value: 'c2' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Übergeben' }));
  await waitFor(() =>
    expect(ports.toasts()).toContainEqual({
      kind: 'success',
      title: '202 Einträge übergeben; 1 Eintrag darf diese Person nicht bestätigen',
    }),
  );
  expect(await pages.sent(HAND_OVER)).toEqual([
    { p_from: 'c1', p_to: 'c2' },
    { p_from: 'c1', p_to: 'c2' },
  ]);
});

it('offers no hand-over without pending entries', async () => {
  await pages.open('/logbook/workload', { 'rpc/nemus_sign_off_workload': () => [BEN] });
  expect(await screen.findByRole('heading', { level: 2, name: 'Ben Alt' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /übergeben/ })).toBeNull();
});

const LETTERS = {
  state: 'invited',
  open: 3,
  again_at: null,
  letters: [
    {
      kind: 'link',
      state: 'failed',
      at: '2026-11-20T09:00:00+00:00',
      asked_as: null,
      trainee: 'Eva Test',
      email: null,
    },
    {
      kind: 'link',
      state: 'sent',
      at: '2026-11-19T09:00:00+00:00',
      asked_as: 'trainee',
      trainee: 'Eva Test',
      email: 'ada@x.example',
    },
  ],
};
const openLetters = async (answers: Answers, profile = fakeProfile('institution')) => {
  await pages.open(
    '/logbook/workload',
    { 'rpc/nemus_sign_off_workload': () => [{ ...ADA, state: 'invited' }], ...answers },
    { profile },
  );
  fireEvent.click(await screen.findByRole('button', { name: 'E-Mails an Ada Lehr: Offene Einträge' }));
  return within(await screen.findByRole('dialog', { name: 'E-Mails an Ada Lehr' }));
};

it('lists the mails to a confirmer and sends again, until the limit', async () => {
  const answers = [LETTERS, { ...LETTERS, again_at: '2026-11-28T09:00:00+00:00' }];
  const dialog = await openLetters({
    'rpc/nemus_sign_off_letters': () => answers.shift(),
    'rpc/nemus_send_sign_off': () => 1,
    'functions/send-sign-off-letters': () => ({ sent: 1 }),
  });
  expect(await dialog.findByText('Link konnte nicht zugestellt werden, über Eva Test')).toBeVisible();
  expect(dialog.getByText(/gesendet, über Eva Test, an ada@x.example, angefordert von der PiW/)).toBeVisible();
  fireEvent.click(dialog.getByRole('button', { name: 'Erneut senden' }));
  expect(await dialog.findByText(/Wieder möglich ab/)).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Erneut senden' })).toBeDisabled();
  expect(await pages.sent('rpc/nemus_send_sign_off')).toEqual([{ p_confirmer: 'c1' }]);
});

it('shows members who only read what was sent, and whom to ask', async () => {
  const institutionId = '00000000-0000-4000-8000-0000000000d1';
  const profile = fakeProfile('institution', { rights: ['member:reading'], institutionId });
  const dialog = await openLetters({ 'rpc/nemus_sign_off_letters': () => LETTERS }, profile);
  expect(await dialog.findByText(/Senden kann, wer die Rolle Verwaltung oder Bestätigung hat/)).toBeVisible();
  expect(dialog.queryByRole('button', { name: 'Erneut senden' })).toBeNull();
  expect(screen.queryByRole('button', { name: /übergeben/ })).toBeNull();
});

it.each(['/logbook', '/logbook/people', '/logbook/workload', '/logbook/trainees/t1'])(
  'says at %s whose page it is, instead of an empty list',
  async (path) => {
    const institutionId = '00000000-0000-4000-8000-0000000000d1';
    const profile = fakeProfile('institution', { rights: ['member:booking'], institutionId });
    await pages.open(path, { 'rpc/nemus_sign_off_workload': () => [] }, { profile });
    expect(await screen.findByText('Diese Seite ist nicht Teil Ihrer Rolle')).toBeVisible();
    expect(screen.queryByText('Noch niemand bestätigt')).toBeNull();
  },
);
