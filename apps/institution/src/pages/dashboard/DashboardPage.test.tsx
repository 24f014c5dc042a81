/** @jest-environment ../../jest.browser.mjs */
import { fakeProfile, json } from '@nemus/testing/jest';
import { pagesUnderTest } from '@nemus/testing/pages';
import { screen } from '@testing-library/react';
import app from '../../app';

const pages = pagesUnderTest(app, 'institution');

it.each([
  ['welcomes an institution that is here for the first time', true, 'Willkommen'],
  ['welcomes one back that was here before', false, 'Willkommen zurück'],
])('%s', async (_case, isFirst, greeting) => {
  const profile = fakeProfile('institution');
  await pages.open('/dashboard', {
    'rpc/nemus_first_visit': () => json(200, isFirst),
    'rpc/nemus_institution_overview': () => json(200, { linked_trainees: 0, bookings_this_month: 0 }),
  });
  expect(
    await screen.findByRole('heading', { level: 1, name: `${greeting}, ${profile.institutionName}` }),
  ).toBeVisible();
});
