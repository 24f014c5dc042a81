/** @jest-environment ../../jest.browser.mjs */
import { backendOf, fakeProfile, installBackend, json, mountModule } from '@nemus/testing/jest';
import { screen } from '@testing-library/react';
import app from '../../app';
import '@nemus/testing/patience';

it.each([
  ['welcomes an institution that is here for the first time', true, 'Willkommen'],
  ['welcomes one back that was here before', false, 'Willkommen zurück'],
])('%s', async (_case, isFirst, greeting) => {
  const profile = fakeProfile('institution');
  const backend = installBackend(
    backendOf({
      'rpc/nemus_first_visit': () => json(200, isFirst),
      'rpc/nemus_institution_overview': () => json(200, { linked_trainees: 0, bookings_this_month: 0 }),
    }),
  );
  const page = await mountModule(app, { address: '/dashboard', profile });
  expect(
    await screen.findByRole('heading', { level: 1, name: `${greeting}, ${profile.institutionName}` }),
  ).toBeVisible();
  await page.unmount();
  backend.uninstall();
});
