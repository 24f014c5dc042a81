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
