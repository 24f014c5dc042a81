/** @jest-environment ../../jest.browser.mjs */
import type { Answers } from '@nemus/testing/jest';
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
