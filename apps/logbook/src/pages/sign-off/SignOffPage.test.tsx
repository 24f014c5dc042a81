/** @jest-environment ../../jest.browser.mjs */
import { readLinkToken } from '@nemus/area/public';
import { installBackend, json, mountModule, type FakeBackend, type MountedModule } from '@nemus/testing/jest';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import app from '../../app';

const TOKEN = 'ab'.repeat(32);
/** To the microsecond, as the database compares it. */
const SUBMITTED_AT = '2026-11-20T10:00:00.123456+00:00';
const entry = (id: string, minutes: number) => ({
  id,
  trainee: 'Eva Test',
  institution: 'Ambulanz am Park',
  week: '2026-11-16',
  done_on: '2026-11-17',
  category: 'practice',
  minutes,
  competency: 'fachliche_kompetenz',
  level: 'action',
  note: id === 'e1' ? 'Zwei Sitzungen' : '',
  site: 'Ambulanz',
  case: 'F-2B4C',
  submitted_at: SUBMITTED_AT,
  confirmer_id: 'c1',
  confirmer: 'Ada Lehr',
  corrects: null,
});
const PAGE = {
  name: 'Ada Lehr',
  institution: 'Ambulanz am Park',
  trainee: 'Eva Test',
  expires_at: '2026-12-06T10:00:00+00:00',
  entries: [entry('e1', 90), entry('e2', 45)],
};
const DECIDE = '/rest/v1/rpc/nemus_decide_by_link';
let backend: ReturnType<typeof installBackend>;
let mounted: MountedModule;
afterEach(async () => {
  await mounted.unmount();
  backend.uninstall();
});

const show = async (search: string) => {
  mounted = await mountModule(app, { address: `/logbuch-bestaetigen${search}`, access: 'public' });
};
const fill = (element: HTMLElement, value: string) => fireEvent.input(element, { target: { value } });

function open(search: string, decide: () => Response = () => json(200, { decided: 2, open: 0 }), page: unknown = PAGE) {
  const answer: FakeBackend = (request) => (new URL(request.url).pathname === DECIDE ? decide() : json(200, page));
  backend = installBackend(answer);
  return show(search);
}
const decisions = () =>
  Promise.all(
    backend.requests
      .filter((request) => new URL(request.url).pathname === DECIDE)
      .map((request): Promise<unknown> => request.clone().json()),
  );
const refused = (status: number, code: string, values: object | null) =>
  json(status, { code: `PT${status}`, message: code, hint: code, details: values && JSON.stringify(values) });

it('takes all entries out of the choice at once, and back into it', async () => {
  await open(`?link=${TOKEN}`);
  const all = await screen.findByRole('checkbox', { name: 'Alle auswählen' });
  fireEvent.click(all);
  expect(screen.getByRole('status')).toHaveTextContent('Kein Eintrag ist gewählt.');
  fireEvent.click(screen.getByRole('checkbox', { name: /45 Min|1\sUE/ }));
  expect(all).toBePartiallyChecked();
  fireEvent.click(all);
  expect(screen.getByRole('status')).toHaveTextContent('2 Einträge sind gewählt');
});

it('shows the role and the entries, and has no effect when opened', async () => {
  await open(`?link=${TOKEN}`);
  expect(await screen.findByText('Ada Lehr')).toBeInTheDocument();
  for (const shown of ['Eva Test', 'Zwei Sitzungen', /^17\.11\.2026: Praxis, 2\sUE$/]) {
    expect(screen.getByText(shown)).toBeInTheDocument();
  }
  expect(screen.getAllByText(/Fachliche Kompetenz, im Handeln · Ambulanz · Fall F-2B4C/)).toHaveLength(2);
  expect(await decisions()).toEqual([]);
  // The token is in no requested address, and the answer does not depend on the account.
  for (const request of backend.requests) {
    expect(request.url).not.toContain(TOKEN);
    expect(request.headers.get('authorization') ?? '').not.toContain('eyJ');
  }
  expect(document.querySelector('meta[name="robots"]')).toHaveAttribute('content', 'noindex, nofollow');
});

it('says of a trainee who left the institution that what was submitted before can be confirmed', async () => {
  await open(`?link=${TOKEN}`, undefined, { ...PAGE, entries: [{ ...entry('e1', 90), is_linked: false }] });
  expect(await screen.findByText(/^Diese Person gehört nicht mehr zur Weiterbildungsstätte/)).toBeInTheDocument();
});

it('confirms all at once, and reports it', async () => {
  await open(`?link=${TOKEN}`);
  fireEvent.click(await screen.findByRole('button', { name: 'Bestätigen' }));
  expect(await screen.findByRole('heading', { level: 2, name: '2 Einträge bestätigt' })).toBeInTheDocument();
  expect(await decisions()).toEqual([
    { p_token: TOKEN, p_ids: ['e1', 'e2'], p_seen: [SUBMITTED_AT, SUBMITTED_AT], p_decision: 'confirm' },
  ]);
});

it('returns some with a reason; open ones get another link', async () => {
  await open(`?link=${TOKEN}`, () => json(200, { decided: 1, open: 1 }));
  fireEvent.click(await screen.findByRole('checkbox', { name: /45|1\sUE/ }));
  expect(screen.getByText(/^1 Eintrag ist gewählt, 2\sUE\.$/)).toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: 'Zurückgeben' }));
  fill(screen.getByLabelText('Grund der Rückgabe'), 'Das Datum stimmt nicht.');
  fireEvent.click(screen.getByRole('button', { name: 'Mit diesem Grund zurückgeben' }));
  expect(await screen.findByText('1 Eintrag zurückgegeben')).toBeInTheDocument();
  expect(screen.getByText(/1 Eintrag ist noch offen: Dafür kommt ein neuer Link/)).toBeInTheDocument();
  // At once, not with the next job.
  const sent = () => backend.requests.filter(({ url }) => url.endsWith('/functions/v1/send-sign-off-letters'));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(await decisions()).toEqual([
    {
      p_token: TOKEN,
      p_ids: ['e1'],
      p_seen: [SUBMITTED_AT],
      p_decision: 'return',
      p_reason: 'Das Datum stimmt nicht.',
    },
  ]);
});

it('shows a missing reason at its field', async () => {
  await open(`?link=${TOKEN}`, () => refused(400, 'invalid_field', { field: 'reason', problem: 'missing' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Zurückgeben' }));
  fireEvent.click(screen.getByRole('button', { name: 'Mit diesem Grund zurückgeben' }));
  await waitFor(() => expect(screen.getByLabelText('Grund der Rückgabe')).toBeInvalid());
  expect(screen.queryByText('Nichts wurde gespeichert')).not.toBeInTheDocument();
});

it('reports a concurrent decision, and shows the current state', async () => {
  await open(`?link=${TOKEN}`, () => refused(409, 'entry_state', { state: 'confirmed' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Bestätigen' }));
  expect(await screen.findByText('Nichts wurde gespeichert')).toBeInTheDocument();
  await waitFor(() => expect(backend.requests.length).toBe(3));
});

it.each([
  ['', 'no token'],
  ['?link=abc', 'half a token'],
  [`?link=${TOKEN}`, 'used, replaced or expired'],
])('shows the same text for %s (%s)', async (search) => {
  await open(search, undefined, null);
  expect(await screen.findByText('Dieser Link führt nicht mehr weiter')).toBeInTheDocument();
  expect(readLinkToken(search) === null).toBe(backend.requests.length === 0);
});

it('makes no statement about the link without an answer', async () => {
  backend = installBackend(() => json(503, { message: 'down' }));
  await show(`?link=${TOKEN}`);
  expect(await screen.findByText('Die Einträge können gerade nicht angezeigt werden')).toBeInTheDocument();
});
