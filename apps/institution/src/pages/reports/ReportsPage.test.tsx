/** @jest-environment ../../jest.browser.mjs */
import { pagesUnderTest } from '@nemus/testing/pages';
import { screen } from '@testing-library/react';
import app from '../../app';

const REPORT = {
  week: '2026-11-23',
  first_day: '2026-11-16',
  last_day: '2026-11-22',
  created_at: '2026-11-23T07:00:00+00:00',
  figures: {
    linked: 12,
    active: 7,
    confirmed_minutes: 750,
    open_entries: 4,
    bookings: 1,
    places: 1,
    next_dates: 2,
    next_places: 9,
    credits_used: 1200,
    credits_left: 300,
    behind: 3,
  },
};
const OLDER = { ...REPORT, week: '2026-11-16', first_day: '2026-11-09', last_day: '2026-11-15' };
const pages = pagesUnderTest(app, 'institution');
const open = (path: string, rows: readonly object[]) => pages.open(path, { nemus_weekly_reports: () => rows });
const valueOf = async (term: string) => (await screen.findByText(term)).nextElementSibling?.textContent;

it('shows the stored figures, and links to earlier ones', async () => {
  await open('/dashboard/report', [REPORT, OLDER]);
  expect(await screen.findByRole('heading', { level: 2, name: /16\.11\..*22\.11\.2026/ })).toBeVisible();
  expect(await valueOf('Aktive PiW')).toBe('7 von 12');
  expect(await valueOf('Bestätigte Stunden')).toBe('12,5');
  expect(await valueOf('Buchungen')).toBe('1 (1 Platz)');
  expect(await valueOf('Verwendete Credits')).toBe('1.200');
  expect(await valueOf('Termine in den nächsten sieben Tagen')).toBe('2 (9 Plätze)');
  const links = screen.getAllByRole('link', { name: /2026$/ });
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/dashboard/report/2026-11-23',
    '/dashboard/report/2026-11-16',
  ]);
  expect(links[0]).toHaveAttribute('aria-current', 'page');
});

it('opens one by its week', async () => {
  await open('/dashboard/report/2026-11-16', [REPORT, OLDER]);
  expect(await screen.findByRole('heading', { level: 2, name: /09\.11\..*15\.11\.2026/ })).toBeVisible();
});

it('shows no report for a week without one, or another institution’s', async () => {
  await open('/dashboard/report/2020-01-06', [REPORT]);
  expect(await screen.findByText('Diesen Bericht gibt es nicht')).toBeVisible();
});

it('explains how to get the first one', async () => {
  await open('/dashboard/report', []);
  expect(await screen.findByText('Noch kein Wochenbericht')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Zu den Einstellungen' })).toHaveAttribute(
    'href',
    '/settings?bereich=benachrichtigungen',
  );
});
