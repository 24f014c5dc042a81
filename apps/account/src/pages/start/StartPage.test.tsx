/** @jest-environment ../../jest.browser.mjs */
import { pagesUnderTest } from '@nemus/testing/pages';
import { screen } from '@testing-library/react';
import app from '../../app';

const pages = pagesUnderTest(app);

it('says who is signed in', async () => {
  await pages.open('/account');
  expect(await screen.findByRole('heading', { level: 1, name: 'Konto' })).toBeVisible();
  expect(screen.getByText(/^Sie sind angemeldet als /)).toBeVisible();
});
