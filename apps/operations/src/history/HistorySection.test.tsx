/** @jest-environment ../../jest.browser.mjs */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { AreaHistory } from '@nemus/data';
import { pagesUnderTest } from '@nemus/testing/pages';
import app from '../app';
import { fakeReleases } from '../examples/composition';
import { startTimeQuantile } from './area-history';

const NONE = { starts: 0, slow: 0, failures: 0, errors: 0 };
const HISTORY: AreaHistory = {
  steps: ['2026-11-22T11:00:00+00:00', '2026-11-22T12:00:00+00:00'],
  releases: [
    {
      remote: 'elearning',
      version: '1.2.0-0123abcd',
      times: { 500: 10, 2000: 8, more: 2 },
      points: [NONE, { starts: 20, slow: 2, failures: 3, errors: 4 }],
      findings: [
        { kind: 'error', name: 'uncaught-error', detail: 'TypeError expose-app.1f.js:2:3', times: 4 },
        { kind: 'failure', name: 'render', detail: 'stop', times: 3 },
      ],
    },
    {
      remote: 'shell',
      version: null,
      times: {},
      points: [{ ...NONE, errors: 1 }, NONE],
      findings: [{ kind: 'report', name: 'not-found', detail: '/kurs', times: 9 }],
    },
  ],
  alarms: [],
};

const pages = pagesUnderTest(app);
const open = (history: () => unknown, operator = true) =>
  pages.open(
    '/operations',
    {
      'rpc/nemus_release_rights': () => ({ operator, remotes: ['trainee'] }),
      'rpc/nemus_release_health_figures': () => [],
      'rpc/nemus_area_history': history,
    },
    { releases: fakeReleases() },
  );
const cellsOf = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell', { hidden: true })
    .map((cell) => cell.textContent);

it('shows starts, slow ones, failures and errors of each version, and when they were', async () => {
  await open(() => HISTORY);
  const table = await screen.findByRole('table', { name: 'Verlauf nach Bereich und Version' });
  const [, first, second] = within(table).getAllByRole('row');
  expect(first && cellsOf(first)).toEqual(['20', 'bis 0,5\u00a0s', 'über 8\u00a0s', '10\u00a0%', '3', '4']);
  expect(second && cellsOf(second)).toEqual(['0', '–', '–', '–', '0', '1']);
  const chart = screen.getByRole('table', { name: 'Störungen und Fehler je Stunde' });
  expect(
    within(chart)
      .getAllByRole('row')
      .map(({ textContent }) => textContent),
  ).toEqual(['12:001', '13:007']);
  const findings = screen.getByRole('table', { name: 'Häufigste Meldungen' });
  expect(within(findings).getAllByRole('row')).toHaveLength(4);
});

it('shows one version alone', async () => {
  await open(() => HISTORY);
  fireEvent.change(await screen.findByLabelText('Bereich und Version'), {
    target: { value: 'elearning 1.2.0-0123abcd' },
  });
  const chart = screen.getByRole('table', { name: 'Störungen und Fehler je Stunde' });
  expect(
    within(chart)
      .getAllByRole('row')
      .map(({ textContent }) => textContent),
  ).toEqual(['12:000', '13:007']);
  const findings = screen.getByRole('table', { name: 'Häufigste Meldungen' });
  expect(within(findings).queryByText('not-found')).not.toBeInTheDocument();
  expect(within(findings).getByText('Karte gezeigt')).toBeInTheDocument();
});

it('requests the other span when it is chosen', async () => {
  await open(() => ({ ...HISTORY, releases: [] }));
  await screen.findByText('Noch keine Meldungen');
  fireEvent.click(screen.getByRole('tab', { name: '14 Tage' }));
  await waitFor(() => expect(pages.asked('rpc/nemus_area_history')).toHaveLength(2));
  const [first, second] = pages.asked('rpc/nemus_area_history').map(({ url }) => new URL(url).search);
  expect([first, second]).toEqual(['?p_environment=local&p_span=day', '?p_environment=local&p_span=fortnight']);
});

it.each([
  ['2026-11-22T12:05:00+00:00', 'Nachricht an das Team: 22.11.2026, 13:05 Uhr.'],
  [null, 'Die Nachricht an das Team ist noch nicht verschickt.'],
])('shows whether the team of a release beyond its bound was notified (%s)', async (sent, says) => {
  const opened = { remote: 'trainee', version: '1.0.0-0123abcd', opened_at: '2026-11-22T12:00:00+00:00' };
  const alarms = [{ ...opened, accounts: 40, failed_accounts: 12, sent_at: sent }];
  await open(() => ({ ...HISTORY, alarms }));
  expect(await screen.findByText('Über der Grenze: trainee 1.0.0-0123abcd')).toBeInTheDocument();
  expect(screen.getByText(new RegExp(`12 von 40 Konten\\. ${says}`))).toBeInTheDocument();
});

it('says that the history could not be read, and reads it again', async () => {
  let down = true;
  await open(() => (down ? Response.json({ code: 'P0001', message: 'no' }, { status: 400 }) : HISTORY));
  expect(await screen.findByText('Laden fehlgeschlagen: Der Verlauf')).toBeInTheDocument();
  down = false;
  fireEvent.click(screen.getByRole('button', { name: 'Erneut versuchen', hidden: true }));
  expect(await screen.findByRole('table', { name: 'Verlauf nach Bereich und Version' })).toBeInTheDocument();
});

it('is for operators: a team is not asked for it', async () => {
  await open(() => HISTORY, false);
  await screen.findByRole('heading', { name: 'Veröffentlichungen' });
  expect(screen.queryByRole('heading', { name: 'Verlauf' })).not.toBeInTheDocument();
  expect(pages.asked('rpc/nemus_area_history')).toEqual([]);
});

it.each([
  [{}, 0.5, null],
  [{ 500: 1 }, 0.95, 500],
  [{ more: 1, 1000: 1 }, 0.5, 1000],
  [{ 8000: 5, 500: 95 }, 0.95, 500],
  [{ 8000: 6, 500: 94 }, 0.95, 8000],
  [{ more: 6, 500: 94 }, 0.95, Infinity],
])('finds in %j the time within which %d were shown', (times, share, expected) => {
  expect(startTimeQuantile(times, share)).toBe(expected);
});
