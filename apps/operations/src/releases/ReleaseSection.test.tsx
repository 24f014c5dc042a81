/** @jest-environment ../../jest.browser.mjs */
import { pagesUnderTest } from '@nemus/testing/pages';
import { fireEvent, screen, within } from '@testing-library/react';
import app from '../app';
import type { Registry, Stops } from '../composition';
import { exampleArea, exampleRegistry, fakeReleases, versionOf } from '../examples/composition';

const pages = pagesUnderTest(app);
const RIGHTS = { operator: false, remotes: ['alpha'] };
const CANARY = { pointer: { version: versionOf(2), contract: '^1.13.0' }, percent: 10, cohorts: ['piw'] };
const FIGURES = {
  remote: 'alpha',
  version: versionOf(2),
  accounts: 40,
  failed_accounts: 4,
  load_ms: 90,
  mount_ms: 10,
};

const open = (
  registry: Registry | null,
  { rights = RIGHTS, figures = () => [FIGURES], stops = null }: OpenOptions = {},
) =>
  pages.open(
    '/operations',
    { 'rpc/nemus_release_rights': () => rights, 'rpc/nemus_release_health_figures': figures },
    { releases: fakeReleases(registry, stops) },
  );
interface OpenOptions {
  readonly rights?: object;
  readonly figures?: () => unknown;
  readonly stops?: Stops | null;
}

const rowsOf = async (name: string) => {
  const table = await screen.findByRole('table', { name });
  return within(table)
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent);
};

it('shows each release with who gets it, and what all browsers reported on it', async () => {
  const alpha = exampleArea('alpha', { canary: CANARY, lastGood: [{ version: versionOf(9), contract: '^1.1.0' }] });
  await open(exampleRegistry([alpha]));
  await screen.findByText(/gestört 10/);
  const [stable, canary] = await rowsOf('Liste der Veröffentlichungen');
  expect(stable).toMatch(/alpha.*1\.0\.0-1+Vertrag \^1\.12\.0FreigabeOffen1\.0\.0-9+/);
  expect(canary).toMatch(/1\.0\.0-2+.*Canary, 10.%und alle Konten in piw.*40, gestört 10.*Laden 90/);
});

it('says why a canary was halted, and why an area is closed', async () => {
  const since = '2026-11-22T12:00:00.000Z';
  const canaryHalted = { version: versionOf(2), at: since, reason: '12 of 40 accounts failed' };
  const alpha = exampleArea('alpha', { canary: CANARY, canaryHalted, enabled: false, disabledReason: 'Wir warten.' });
  await open(exampleRegistry([alpha], { switches: { alpha: { by: 'Team Alpha', since } } }));
  const rows = await rowsOf('Liste der Veröffentlichungen');
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatch(/Canary 1\.0\.0-2+ angehalten am 22\.11\.2026, 13:00 Uhr: 12 of 40/);
  expect(rows[0]).toMatch(/AbgeschaltetWir warten\. – Team Alpha, 22\.11\.2026, 13:00 Uhr/);
});

it('shows releases without the reports, and says so', async () => {
  await open(exampleRegistry([exampleArea('alpha')]), {
    figures: () => Response.json({ code: 'P0001', message: 'no' }, { status: 400 }),
  });
  expect(await screen.findByText(/Die Meldungen aller Konten waren nicht zu bekommen/)).toBeVisible();
  expect(await rowsOf('Liste der Veröffentlichungen')).toHaveLength(1);
});

it('shows which keys have signed, and what operators have stopped', async () => {
  const signature = {
    keyId: 'k-1',
    serial: 3,
    expiresAt: '2027-02-01T11:00:00.000Z',
    countersignature: { keyId: 'k-2' },
  };
  const fact = { reason: 'Zeigt falsche Termine.', by: 'Betrieb', since: '2026-11-22T12:00:00.000Z' };
  const stops = {
    serial: 5,
    issuedAt: fact.since,
    expiresAt: '2026-11-29T12:00:00.000Z',
    areas: [{ name: 'beta', ...fact, versions: [versionOf(3)] }],
    canaries: [],
    signature: { keyId: 'k-9' },
  };
  await open(exampleRegistry([exampleArea('alpha', { signature }), exampleArea('beta')]), { stops });
  expect(await rowsOf('Unterschriften der Bereiche')).toEqual([
    'alphak-1, k-2301.02.2027, 12:00 Uhr',
    'betaohne Unterschrift––',
  ]);
  expect(screen.getByText('5, unterschrieben mit k-9')).toBeVisible();
  expect(screen.getByText(/^1\.0\.0-3+: Zeigt falsche Termine\. \(Betrieb/)).toBeVisible();
});

it('fails alone without a registry, and reads it again on request', async () => {
  let registry: Registry | null = null;
  await pages.open(
    '/operations',
    { 'rpc/nemus_release_rights': () => RIGHTS },
    { releases: { ...fakeReleases(), read: () => Promise.resolve({ registry, stops: null }) } },
  );
  const [card] = await screen.findAllByRole('alert');
  registry = exampleRegistry([exampleArea('alpha')]);
  if (card) fireEvent.click(within(card).getByRole('button', { name: 'Erneut versuchen' }));
  expect(await rowsOf('Liste der Veröffentlichungen')).toHaveLength(1);
});

it.each([
  ['whose right has been withdrawn', { operator: false, remotes: [] }, /nicht freigegeben/],
  ['while the backend does not answer', Response.json({}, { status: 400 }), /Laden fehlgeschlagen: Ihre Berechtigung/],
])('shows nothing to an account %s', async (_case, rights, text) => {
  await open(exampleRegistry([exampleArea('alpha')]), { rights });
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
  expect(pages.asked('rpc/nemus_release_health_figures')).toEqual([]);
});
