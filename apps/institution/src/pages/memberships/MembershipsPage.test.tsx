/** @jest-environment ../../jest.browser.mjs */
import { fakeProfile, json } from '@nemus/testing/jest';
import { pagesUnderTest } from '@nemus/testing/pages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import app from '../../app';
import { openPage } from '../../memberships/open-page';

jest.mock('../../memberships/open-page', () => ({ openPage: jest.fn() }));

const pages = pagesUnderTest(app, 'institution');
const PARK = {
  institution_id: '00000000-0000-4000-8000-0000000000f1',
  name: 'Praxis am Park',
  roles: ['booking'],
  since: '2026-01-01T10:00:00Z',
  is_founder: false,
  is_chosen: true,
};
const SEE = {
  ...PARK,
  institution_id: '00000000-0000-4000-8000-0000000000f2',
  name: 'Praxis am See',
  is_chosen: false,
};
const open = (answers = {}) =>
  pages.open(
    '/settings/memberships',
    { 'rpc/nemus_memberships': () => [PARK, SEE], ...answers },
    { profile: fakeProfile('institution', { rights: ['member:booking'], institutionId: PARK.institution_id }) },
  );
beforeEach(() => jest.mocked(openPage).mockClear());

it('shows the current institution, changes to another one and reloads', async () => {
  await open({ 'rpc/nemus_choose_institution': () => json(200, null) });
  expect(await screen.findByText('Sie handeln hier')).toBeVisible();
  // Not administration: neither members nor log are offered.
  const sections = within(screen.getByRole('navigation', { name: 'Einstellungen' }));
  expect(sections.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Einstellungen',
    'Mitgliedschaften',
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Für Praxis am See handeln' }));
  await waitFor(() => expect(openPage).toHaveBeenCalledWith('/dashboard'));
  expect(await pages.sent('rpc/nemus_choose_institution')).toEqual([{ p_institution: SEE.institution_id }]);
});

it('leaves an institution after a confirmation, and shows why that was refused', async () => {
  const { ports } = await open({ 'rpc/nemus_leave_membership': () => json(409, { code: 'PT409', message: 'no' }) });
  fireEvent.click(await screen.findByRole('button', { name: 'Verlassen: Praxis am Park' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Weiterbildungsstätte verlassen' }));
  await waitFor(() => expect(ports.toasts().map(({ title }) => title)).toEqual(['Nicht verlassen']));
  expect(openPage).not.toHaveBeenCalled();
});

it('says what to do for an account without an institution', async () => {
  await open({ 'rpc/nemus_memberships': () => [] });
  expect(await screen.findByText('Ihr Konto handelt für keine Weiterbildungsstätte')).toBeVisible();
});
