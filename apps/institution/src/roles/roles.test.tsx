/** @jest-environment ../../jest.browser.mjs */
import { rolesOf } from '@nemus/area/roles';
import { fakeProfile } from '@nemus/testing/jest';
import { pagesUnderTest } from '@nemus/testing/pages';
import { screen } from '@testing-library/react';
import app from '../app';

const pages = pagesUnderTest(app, 'institution');
const institutionId = '00000000-0000-4000-8000-0000000000d1';
const CLOSED = 'Diese Seite ist nicht Teil Ihrer Rolle';

/** Pages for some roles only: an address, and who opens it besides administrators. */
const PAGES = {
  '/piw-management': ['booking', 'confirming', 'reading'],
  '/piw-management/einladen': ['booking'],
  '/course-bookings': ['booking', 'reading'],
  '/purchases': ['billing'],
  '/settings/members': [],
  '/settings/audit': [],
} as const satisfies Record<string, readonly string[]>;
const cases = Object.entries(PAGES).flatMap(([path, roles]: [string, readonly string[]]) =>
  ['booking', 'billing', 'confirming', 'reading'].map((role) => ({ path, role, opens: roles.includes(role) })),
);

it.each(cases.filter(({ opens }) => !opens))('$role reads at $path whose page it is', async ({ path, role }) => {
  await pages.open(path, {}, { profile: fakeProfile('institution', { rights: [`member:${role}`], institutionId }) });
  expect(await screen.findByText(CLOSED)).toBeVisible();
  expect(screen.getByText(/mit der Rolle Verwaltung/)).toBeVisible();
});

it.each(cases.filter(({ opens }) => opens))('$role opens $path', async ({ path, role }) => {
  await pages.open(path, {}, { profile: fakeProfile('institution', { rights: [`member:${role}`], institutionId }) });
  expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
  expect(screen.queryByText(CLOSED)).toBeNull();
});

it('hides nothing when an older shell provides no roles, and everything for an account without an institution', () => {
  expect(rolesOf(fakeProfile('institution')).may('administration')).toBe(true);
  expect(rolesOf(fakeProfile('institution', { institutionId: null })).may('reading')).toBe(false);
});

it('treats administrators as having every role', () => {
  const rights = ['administration', 'booking', 'billing', 'confirming', 'reading'].map((role) => `member:${role}`);
  const roles = rolesOf(fakeProfile('institution', { rights, institutionId }));
  expect(roles.held).toEqual(['administration']);
  expect(roles.may('billing')).toBe(true);
});
