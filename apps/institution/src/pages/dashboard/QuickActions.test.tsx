/** @jest-environment ../../jest.browser.mjs */
import { AreaTheme } from '@nemus/ui';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { QuickActions } from './QuickActions';

it('lead to the four pages of S-7.2', () => {
  render(
    <MemoryRouter>
      <AreaTheme id="institution">
        <QuickActions />
      </AreaTheme>
    </MemoryRouter>,
  );
  const addresses = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(addresses).toEqual([
    [expect.stringContaining('PiW einladen'), '/piw-management'],
    [expect.stringContaining('Kurse buchen'), '/course-bookings'],
    [expect.stringContaining('Credits kaufen'), '/subscription'],
    [expect.stringContaining('Berichte ansehen'), '/purchases'],
  ]);
});
