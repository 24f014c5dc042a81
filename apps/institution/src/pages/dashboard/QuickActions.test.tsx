/** @jest-environment ../../jest.browser.mjs */
import { fakeProfile } from '@nemus/testing/jest';
import { pagesUnderTest } from '@nemus/testing/pages';
import { screen, within } from '@testing-library/react';
import app from '../../app';

const pages = pagesUnderTest(app, 'institution');
const INSTITUTION = '00000000-0000-4000-8000-0000000000d1';
const open = (rights: readonly string[], institutionId: string | null = INSTITUTION) =>
  pages.open('/dashboard', {}, { profile: fakeProfile('institution', { rights, institutionId }) });
async function addresses() {
  const list = within(await screen.findByRole('list', { name: 'Schnellaktionen' }));
  return list.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
}

it('link to the four pages of S-7.2', async () => {
  await open(['member:administration']);
  expect(await addresses()).toEqual([
    [expect.stringContaining('PiW einladen'), '/piw-management'],
    [expect.stringContaining('Kurse buchen'), '/course-bookings'],
    [expect.stringContaining('Credits kaufen'), '/subscription'],
    [expect.stringContaining('Berichte ansehen'), '/purchases'],
  ]);
});

it('are those of a member’s roles, with the institution that it acts for', async () => {
  await open(['member:booking']);
  expect(await addresses()).toEqual([
    [expect.stringContaining('PiW einladen'), '/piw-management'],
    [expect.stringContaining('Kurse buchen'), '/course-bookings'],
  ]);
  expect(screen.getByText(/^Sie handeln für Institut Probe\./)).toBeVisible();
});

it('are missing for an account without an institution', async () => {
  await open([], null);
  expect(await screen.findByText('Ihr Konto handelt für keine Weiterbildungsstätte')).toBeVisible();
  expect(screen.queryByRole('list', { name: 'Schnellaktionen' })).toBeNull();
});
