/** @jest-environment ../../jest.browser.mjs */
import { NemusTheme } from '@nemus/ui';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import OldPortalPage from './OldPortalPage';

it('links to both views, with distinct names', () => {
  render(
    <NemusTheme>
      <MemoryRouter initialEntries={['/old']}>
        <OldPortalPage />
      </MemoryRouter>
    </NemusTheme>,
  );
  const links = screen.getAllByRole('link', { name: /^Ansicht öffnen/ });
  expect(links.map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')])).toEqual([
    ['Ansicht öffnen: Psychotherapeut*in in Weiterbildung', '/old-dashboard?typ=piw'],
    ['Ansicht öffnen: Weiterbildungsstätte', '/old-dashboard?typ=institution'],
  ]);
});
