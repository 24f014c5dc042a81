/** @jest-environment ../../jest.browser.mjs */
import { pagesUnderTest } from '@nemus/testing/pages';
import { screen } from '@testing-library/react';
import app from '../../app';

const pages = pagesUnderTest(app);

it('says who is signed in', async () => {
  await pages.open('/logbook');
  expect(await screen.findByRole('heading', { level: 1, name: 'Logbuch' })).toBeVisible();
  expect(screen.getByText(/^Sie sind angemeldet als /)).toBeVisible();
});
