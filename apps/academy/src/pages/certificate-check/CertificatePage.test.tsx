/** @jest-environment ../../jest.browser.mjs */
import { installBackend, json, mountModule, type FakeBackend, type MountedModule } from '@nemus/testing/jest';
import { fireEvent, screen } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import app from '../../app';

const NUMBER = '7K3M-9QXT-2B4C-HW8P';
const CERTIFICATE = {
  kind: 'attendance',
  holder: 'Ida Groß',
  title: 'Traumatherapie',
  issuer: 'Nemus Weiterbildungsportal',
  units: 12,
  issued_on: '2026-11-22',
  session: {
    type: 'Workshop',
    format: 'Präsenz',
    starts_at: '2026-11-21T08:00:00+00:00',
    ends_at: '2026-11-21T16:00:00+00:00',
  },
};
const GENUINE = { status: 'genuine', number: NUMBER, revoked_at: null, certificate: CERTIFICATE };
let backend: ReturnType<typeof installBackend>;
let page: MountedModule;
const fill = (element: HTMLElement, value: string) => fireEvent.input(element, { target: { value } });

async function open(path: string, answer: FakeBackend = () => json(200, GENUINE)) {
  backend = installBackend(answer);
  page = await mountModule(app, { address: path, access: 'public' });
  return userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never });
}
afterEach(async () => {
  await page.unmount();
  backend.uninstall();
});

it('says that a certificate is genuine, what the paper shows, and tells search engines not to index', async () => {
  await open(`/zertifikat/${NUMBER}`);
  expect(await screen.findByText('Diese Teilnahmebescheinigung ist echt.')).toBeInTheDocument();
  for (const shown of [NUMBER, 'Ida Groß', 'Traumatherapie', '12 UE', '22.11.2026', 'Teilnahmebescheinigung']) {
    expect(screen.getByText(shown)).toBeInTheDocument();
  }
  expect(document.querySelector('meta[name="robots"]')).toHaveAttribute('content', 'noindex, nofollow');
  expect(await backend.requests[0]?.json()).toEqual({ p_number: NUMBER });
  expect(backend.requests[0]?.headers.get('authorization') ?? '').not.toContain('eyJ');
});

it.each([
  ['revoked', '2026-11-23T09:00:00+00:00', CERTIFICATE, 'Diese Teilnahmebescheinigung wurde am 23.11.2026 widerrufen.'],
  ['revoked', '2026-11-23T09:00:00+00:00', null, 'Dieses Dokument wurde am 23.11.2026 widerrufen.'],
  ['sample', null, CERTIFICATE, 'Dieses Dokument gehört zu den Beispieldaten.'],
  ['unknown', null, null, 'Diese Nummer ist hier nicht bekannt.'],
])('says that one that is %s (%s) is not valid', async (status, revoked_at, certificate, title) => {
  const number = status === 'unknown' ? null : NUMBER;
  await open(`/zertifikat/${NUMBER}`, () => json(200, { status, number, revoked_at, certificate }));
  expect(await screen.findByText(title)).toBeInTheDocument();
  expect(screen.queryByText(/ ist echt\.$/)).not.toBeInTheDocument();
});

it('shows the totals, signers and state of a printed logbook, and that name and state are older', async () => {
  const certificate = { ...CERTIFICATE, kind: 'logbook', title: '', session: null };
  const logbook = {
    sums: { practice: 540 },
    entries: 9,
    signers: [{ name: 'Ada Lehr', role: 'leader', institution: 'Ambulanz', address: 'Weg 1\n10115 Berlin' }],
    settings: { outpatient: 450 },
    attributes: {
      form: { group: 180, individual: 360 },
      age_group: { children: 540 },
      procedure: {},
      site: { 'Klinik am See': 495 },
    },
    courses: { count: 3, sums: { theory: 720, elearning: 90 } },
    certificates: { count: 1, sums: { supervision: 450 } },
    step: 18,
    hash: 'ab'.repeat(32),
    newer: true,
  };
  open(`/zertifikat/${NUMBER}`, () => json(200, { ...GENUINE, certificate, renamed: true, logbook }));
  expect(await screen.findByText('Es gibt einen neueren Stand.')).toBeInTheDocument();
  for (const shown of [
    'Dieser Logbuch-Ausdruck ist echt.',
    'Praxis',
    '12 UE',
    '9',
    'Rahmen: ambulant',
    '10 UE',
    'Form: einzeln',
    '8 UE',
    'Form: in der Gruppe',
    '4 UE',
    'Altersgruppe: Kinder und Jugendliche',
    'Stätte: Klinik am See',
    '11 UE',
    /ebenso wenig Fälle und einzelne Zeilen/,
    'Einträge',
    'Kurse',
    '3 Zeilen, Theorie 16 UE, E-Learning 2 UE',
    'Zertifikate von anderswo',
    '1 Zeile, Supervision 10 UE',
    /^Geburtsdatum, Kammer, .* werden hier nicht geprüft/,
    'Bestätigt von (Befugte*r)',
    'Ada Lehr, Ambulanz, Weg 1, 10115 Berlin',
    `18 Schritte, Prüfsumme des letzten: ${'ab'.repeat(32)}`,
    'Der Name wurde seitdem geändert.',
  ]) {
    expect(screen.getAllByText(shown)[0]).toBeInTheDocument();
  }
});

it('shows of an older printed logbook what was stored with it', async () => {
  const certificate = { ...CERTIFICATE, kind: 'logbook', title: '', session: null };
  const logbook = { sums: { practice: 540 }, entries: 9, signers: null, step: 18, hash: null, newer: false };
  open(`/zertifikat/${NUMBER}`, () => json(200, { ...GENUINE, certificate, logbook }));
  // Certificates from elsewhere were counted among the entries.
  expect(await screen.findByText('Einträge und Zertifikate')).toBeInTheDocument();
  expect(screen.getByText('Dieser Logbuch-Ausdruck ist echt.')).toBeInTheDocument();
  expect(screen.queryByText('Zertifikate von anderswo')).not.toBeInTheDocument();
  expect(screen.getByText(/Verfahren, Leistung und Stätte werden bei diesem älteren Ausdruck/)).toBeInTheDocument();
});

it.each([
  ['T-1A2B3C4D', /lassen sich erraten.*support@nemus\.example/],
  ['k-1a2b3c4d', /lassen sich erraten/],
  ['NZ-1041', /vergeben andere Stellen/],
])('says why it does not check the older number %s, without a request', async (number, why) => {
  await open(`/zertifikat/${number}`);
  expect(await screen.findByText(`Die Nummer ${number} kann hier nicht geprüft werden.`)).toBeInTheDocument();
  expect(screen.getByText(why)).toBeInTheDocument();
  expect(screen.queryByText('Diese Nummer ist hier nicht bekannt.')).not.toBeInTheDocument();
  expect(backend.requests).toEqual([]);
});

it('makes no statement without an answer, and retries', async () => {
  const user = await open(`/zertifikat/${NUMBER}`, () => json(503, { message: 'down' }));
  expect(await screen.findByText('Die Nummer kann gerade nicht geprüft werden')).toBeInTheDocument();
  const before = backend.requests.length;
  await user.click(screen.getByRole('button', { name: 'Erneut versuchen' }));
  expect(await screen.findByText('Die Nummer kann gerade nicht geprüft werden')).toBeInTheDocument();
  expect(backend.requests.length).toBeGreaterThan(before);
});

it('asks for a number when the address has none, without a request', async () => {
  const user = await open('/zertifikat');
  await user.click(screen.getByRole('button', { name: 'Prüfen' }));
  expect(await screen.findByText('Bitte geben Sie die Nummer ein.')).toBeInTheDocument();
  expect(backend.requests).toEqual([]);
  fill(screen.getByLabelText('Nummer des Zertifikats'), ' 7k3m9qxt2b4chw8p ');
  await user.click(screen.getByRole('button', { name: 'Prüfen' }));
  expect(await screen.findByText('Diese Teilnahmebescheinigung ist echt.')).toBeInTheDocument();
});
