/** @jest-environment ../../jest.browser.mjs */
import { cleanup, render, screen } from '@testing-library/react';
import { Gallery } from './Gallery';

test.each(['light', 'dark'] as const)('draws every component in the %s scheme without a complaint', (scheme) => {
  const complaint = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  render(<Gallery initialScheme={scheme} />);
  expect(screen.getByRole('heading', { level: 1, name: 'Galerie' })).toBeVisible();
  cleanup();
  expect(complaint.mock.calls).toEqual([]);
  complaint.mockRestore();
});
