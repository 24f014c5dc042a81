/** @jest-environment ../../jest.browser.mjs */
import { waitFor } from '@testing-library/react';
import { prepareFormats } from '@nemus/ui';
import { fakePortal, renderPortal } from '../../testing/render-portal';
import { AuthPage } from './AuthPage';

jest.mock('@nemus/ui', () => ({ ...jest.requireActual<object>('@nemus/ui'), prepareFormats: jest.fn() }));

it('prepares the formatters of the next page while the user types', async () => {
  renderPortal(fakePortal(), <AuthPage />);
  expect(prepareFormats).not.toHaveBeenCalled();
  await waitFor(() => expect(prepareFormats).toHaveBeenCalledTimes(1));
});
