/** @jest-environment ../../jest.browser.mjs */
import { screen } from '@testing-library/react';
import type { TelemetryEntry } from '@nemus/host/ports/telemetry-entry';
import { fakePortal, renderPortal } from '../testing/render-portal';
import { FailureTable } from './FailureTable';

it('shows for a version that does not fit which versions meet, and what its team must do', () => {
  const message =
    '"react" is expected as ^19.4.0; the shell provides 19.3.1. Its team builds with 19.3.1, or waits for a shell that has 19.4.0.';
  const entry: TelemetryEntry = {
    name: 'area-failure',
    at: '2026-11-23T10:00:00.000Z',
    remote: 'alpha',
    version: '1.0.0-0123456789ab',
    team: 'team-a',
    message,
    data: { kind: 'contract', supportId: 'K7QM-2XWD', next: 'stop' },
  };
  const portal = fakePortal();
  renderPortal({ ...portal, telemetry: { ...portal.telemetry, entries: () => [entry] } }, <FailureTable />);
  expect(screen.getByRole('row', { name: /alpha.*contract/ })).toHaveTextContent(message);
  expect(screen.getByText('Karte gezeigt')).toBeVisible();
});
