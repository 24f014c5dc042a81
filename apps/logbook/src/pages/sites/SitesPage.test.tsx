/** @jest-environment ../../jest.browser.mjs */
import { json, type Answers } from '@nemus/testing/jest';
import { pagesUnderTest } from '@nemus/testing/pages';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import app from '../../app';
import { examplePerson } from '../../examples/week';

const pages = pagesUnderTest(app);
const SITE = { id: 's1', name: 'Klinik am See', started_on: '2025-01-01', ended_on: null, share: 50 };
const bound = (site: string) => ({
  ...examplePerson,
  roles: examplePerson.roles.map((role) => ({ ...role, site })),
});
const open = (answers: Answers = {}) =>
  pages.open('/logbook/sites', {
    nemus_logbook_sites: () => [SITE],
    'rpc/nemus_save_site': () => 's1',
    nemus_training_interruptions: () => [],
    'rpc/nemus_possible_confirmers': () => [],
    ...answers,
  });
const type = (label: string | RegExp, value: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } });

it('shows sections of employment, and adds one', async () => {
  const { ports } = await open();
  expect(await screen.findByText('01.01.2025 bis heute, 50 % einer vollen Stelle')).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'Stätte hinzufügen' }));
  type('Name der Stätte', ' Ambulanz ');
  type('Erster Tag', '01.01.26');
  type('Umfang in Prozent', '62,5');
  fireEvent.change(screen.getByLabelText(/^Rahmen/), { target: { value: 'inpatient' } });
  fireEvent.click(screen.getByRole('button', { name: 'Stätte speichern' }));
  await waitFor(() => expect(ports.toasts()).toContainEqual({ kind: 'success', title: 'Stätte gespeichert' }));
  expect(await pages.sent('rpc/nemus_save_site')).toEqual([
    {
      p_site: {
        id: null,
        name: 'Ambulanz',
        started_on: '2026-01-01',
        ended_on: null,
        share: 62.5,
        setting: 'inpatient',
      },
    },
  ]);
});

it('shows the sites of confirmers, so that names are spelled the same', async () => {
  await open({ 'rpc/nemus_possible_confirmers': () => [bound('Klinik am See'), bound(''), bound('Ambulanz')] });
  fireEvent.click(await screen.findByRole('button', { name: 'Stätte hinzufügen' }));
  expect(await screen.findByText(/Personen benannt für: Ambulanz, Klinik am See\./)).toBeVisible();
});

it('reports impossible input at its field', async () => {
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Bearbeiten: Klinik am See' }));
  type(/^Letzter Tag/, '2024-12-31');
  type('Umfang in Prozent', '120');
  fireEvent.click(screen.getByRole('button', { name: 'Stätte speichern' }));
  expect(await screen.findByText('Bitte geben Sie 1 bis 100 an.')).toBeVisible();
  expect(await pages.sent('rpc/nemus_save_site')).toEqual([]);
});

it('shows the server’s refusal at its field', async () => {
  await open({
    'rpc/nemus_save_site': () =>
      json(400, {
        code: 'PT400',
        message: 'invalid_field',
        hint: 'invalid_field',
        details: JSON.stringify({ field: 'name', problem: 'characters' }),
      }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Bearbeiten: Klinik am See' }));
  fireEvent.click(screen.getByRole('button', { name: 'Stätte speichern' }));
  expect(await screen.findByText('Der Text enthält Zeichen, die hier nicht möglich sind.')).toBeVisible();
  expect(screen.getByLabelText('Name der Stätte')).toHaveAttribute('aria-invalid', 'true');
});

const REST = {
  id: 'r1',
  kind: 'illness',
  percent: 100,
  started_on: '2026-03-01',
  ended_on: '2026-05-31',
  shows_kind: false,
};

it('shows interruptions and who learns the reason, and adds one', async () => {
  const { ports } = await open({
    nemus_training_interruptions: () => [
      REST,
      { ...REST, id: 'r2', kind: 'part_time', percent: 50, ended_on: null, shows_kind: true },
    ],
    'rpc/nemus_save_interruption': () => 'r3',
  });
  expect(await screen.findByText('Krankheit: 01.03.2026 bis 31.05.2026')).toBeVisible();
  expect(screen.getByText('Teilzeit: seit 01.03.2026, 50 % weniger')).toBeVisible();
  expect(screen.getByText('Ihre Weiterbildungsstätte sieht nur „Unterbrechung“, nicht den Grund.')).toBeVisible();
  expect(screen.getByText('Ihre Weiterbildungsstätte sieht den Grund.')).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'Unterbrechung hinzufügen' }));
  type('Erster Tag', '01.09.26');
  type(/^Letzter Tag/, '31.08.26');
  fireEvent.click(screen.getByRole('button', { name: 'Unterbrechung speichern' }));
  expect(await screen.findByText('Der letzte Tag liegt vor dem ersten.')).toBeVisible();
  type(/^Letzter Tag/, '28.02.27');
  fireEvent.click(screen.getByRole('button', { name: 'Unterbrechung speichern' }));
  await waitFor(() => expect(ports.toasts()).toContainEqual({ kind: 'success', title: 'Unterbrechung gespeichert' }));
  expect(await pages.sent('rpc/nemus_save_interruption')).toEqual([
    {
      p_interruption: {
        id: null,
        kind: 'parental_leave',
        started_on: '2026-09-01',
        ended_on: '2027-02-28',
        percent: 100,
        shows_kind: false,
      },
    },
  ]);
});

it('closes the editor of an interruption that is deleted; one that has not begun is named by its first day', async () => {
  await open({
    nemus_training_interruptions: () => [{ ...REST, started_on: '2099-03-01', ended_on: null }],
    'rpc/nemus_delete_interruption': () => null,
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Bearbeiten: Krankheit: ab 01.03.2099' }));
  expect(screen.getByRole('form', { name: 'Unterbrechung' })).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'Löschen: Krankheit: ab 01.03.2099' }));
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Unterbrechung' })).toBeNull());
});
