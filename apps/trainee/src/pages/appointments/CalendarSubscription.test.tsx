/** @jest-environment ../../jest.browser.mjs */
import { json } from '@nemus/testing/jest';
import { pagesUnderTest } from '@nemus/testing/pages';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import app from '../../app';

const pages = pagesUnderTest(app);
const STATE = 'rpc/nemus_calendar';
const ADDRESS = 'https://backend.example/functions/v1/calendar?link=abc';
const calendar = { created_at: '2026-11-01T09:00:00Z', last_read_at: null };
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

it('starts a subscription, and shows its address once', async () => {
  let started = false;
  await pages.open('/appointments', {
    nemus_my_appointments: () => [],
    [STATE]: () => json(200, started ? calendar : null),
    'functions/calendar': () => {
      started = true;
      return { url: ADDRESS };
    },
  });
  await press('Kalender abonnieren');
  await press('Adresse erzeugen');
  expect(await screen.findByRole('textbox', { name: 'Geheime Adresse' })).toHaveValue(ADDRESS);
  expect(screen.getByRole('link', { name: 'In der Kalender-App öffnen' })).toHaveAttribute(
    'href',
    'webcal://backend.example/functions/v1/calendar?link=abc',
  );
  expect(await screen.findByText(/Noch kein Kalender hat die Adresse abgerufen/)).toBeVisible();
});

it('asks before the address that calendars have is replaced or ended', async () => {
  let ended = false;
  await pages.open('/appointments', {
    nemus_my_appointments: () => [],
    [STATE]: () => json(200, ended ? null : { ...calendar, last_read_at: '2026-11-02T09:00:00Z' }),
    'rpc/nemus_end_calendar': () => {
      ended = true;
      return null;
    },
  });
  await press('Kalender abonnieren');
  expect(await screen.findByText(/Zuletzt abgerufen am 02.11.2026, 10:00 Uhr/)).toBeVisible();
  await press('Abo beenden');
  expect(pages.asked('rpc/nemus_end_calendar')).toEqual([]);
  await press('Abo beenden');
  await waitFor(() => expect(pages.asked('rpc/nemus_end_calendar')).toHaveLength(1));
  expect(await screen.findByRole('button', { name: 'Adresse erzeugen' })).toBeVisible();
});
