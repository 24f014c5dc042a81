/** @jest-environment ../../jest.browser.mjs */
import { pagesUnderTest } from '@nemus/testing/pages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import app from '../../app';
import { exampleAppointment } from '../../examples/appointment';

const pages = pagesUnderTest(app);
const seminar = exampleAppointment({ starts_at: '2099-03-01T13:00:00Z', ends_at: '2099-03-02T14:30:00Z' });
const webinar = exampleAppointment({
  id: 'webinar',
  title: 'Webinar: Übung',
  status: 'cancelled',
  starts_at: '2099-03-12T09:00:00Z',
  ends_at: '2099-03-12T11:00:00Z',
});
const open = (address: string) => pages.open(address, { nemus_my_appointments: () => [seminar, webinar] });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

it('shows a month, with the state in words, each day of a long date, and details behind the title', async () => {
  await open('/appointments?ansicht=monat&tag=2099-03-15');
  expect(await screen.findByRole('heading', { name: 'März 2099' })).toBeVisible();
  expect(screen.getByText('2 Termine')).toBeVisible();
  // Sunday and Monday.
  expect(screen.getAllByRole('link', { name: 'Fallseminar Angststörungen' })).toHaveLength(2);
  const [cell] = screen.getAllByRole('cell').filter(({ textContent }) => textContent?.includes('Webinar: Übung'));
  expect(within(cell ?? document.body).getByText('Abgesagt')).toBeVisible();
  fireEvent.click(screen.getByRole('link', { name: 'Webinar: Übung' }));
  expect(await screen.findByRole('dialog', { name: /Webinar: Übung/ })).toBeVisible();
});

it('goes from week to week, keeps the day in the address, and leads back to today and to the list', async () => {
  const { ports } = await open('/appointments?ansicht=woche&tag=2099-03-01');
  expect(await screen.findByRole('heading', { name: '23.02.2099 – 01.03.2099' })).toBeVisible();
  expect(screen.getByText('1 Termin')).toBeVisible();
  press('Nächste Woche');
  press('Nächste Woche');
  expect(await screen.findByRole('heading', { name: '09.03.2099 – 15.03.2099' })).toBeVisible();
  expect(ports.navigation.getLocation().search).toBe('?ansicht=woche&tag=2099-03-09');
  press('Heute');
  expect(await screen.findByText('In dieser Woche ist kein Termin.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Heute' })).toBeDisabled();
  fireEvent.click(screen.getByRole('tab', { name: 'Liste' }));
  expect(await screen.findByRole('heading', { name: 'Kommende Termine' })).toBeVisible();
  await waitFor(() => expect(ports.navigation.getLocation().search).toBe(''));
});
