/** @jest-environment ../../jest.browser.mjs */
import { fakeProfile, json, type Answers } from '@nemus/testing/jest';
import { pagesUnderTest } from '@nemus/testing/pages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import app from '../../app';
import { exampleTrainee } from '../../examples/rows';

const pages = pagesUnderTest(app, 'institution');

const anna = exampleTrainee();
const jonas = exampleTrainee({
  id: '00000000-0000-4000-8000-0000000000a2',
  first_name: 'Jonas',
  last_name: 'Krüger',
  email: 'jonas.krueger@praxis.example',
  phone: '030 1234',
  status: 'inactive',
  completed_hours: 1_200,
  total_hours: 4_200,
  competencies: [],
  access: 'pending',
  is_sample: true,
  invitation: {
    expires_at: '2026-12-01T10:00:00+00:00',
    last_sent_at: '2026-11-20T10:00:00+00:00',
    sent_count: 2,
    revoked_at: null,
    declined_at: null,
  },
});

async function open(search = '', answers: Answers = { nemus_trainee_list: () => [anna, jonas] }) {
  const page = await pages.open(`/piw-management${search}`, answers);
  await screen.findByRole('heading', { level: 1, name: 'PiW Verwaltung' });
  return page;
}
const table = () => screen.findByRole('table', { name: 'PiW Ihrer Weiterbildungsstätte' });
const row = async (name: RegExp) => within(await table()).findByRole('row', { name });
/** The last database request. */
const question = () => new URL(pages.asked('nemus_trainee_list').at(-1)?.url ?? '').searchParams;

it.each([
  ['administration', 1, 0],
  ['booking', 0, 1],
] as const)('offers to remove the sample data to administrators alone: %s', async (role, buttons, sentences) => {
  const profile = fakeProfile('institution', { rights: [`member:${role}`], institutionId: 'd1' });
  await pages.open('/piw-management', { nemus_trainee_list: () => [anna, jonas] }, { profile });
  await row(/Jonas Krüger/);
  expect(screen.queryAllByRole('button', { name: 'Beispieldaten entfernen' })).toHaveLength(buttons);
  expect(screen.queryAllByText(/Entfernen kann sie, wer die Rolle Verwaltung hat/)).toHaveLength(sentences);
});

it('lists trainees with status, access, hours and competencies', async () => {
  await open();
  const first = await row(/Anna Schmidt/);
  expect(first).toHaveTextContent('anna.schmidt@praxis.example');
  for (const text of ['Aktiv', 'Nicht eingeladen', '15.01.2026', '425 / 600', 'Fachlich, Diagnostik, Methoden']) {
    expect(within(first).getByText(text)).toBeVisible();
  }
  expect(within(first).getByRole('link', { name: 'Details: Anna Schmidt' })).toHaveAttribute(
    'href',
    `/piw-management/${anna.id}`,
  );
  expect(within(first).getByRole('link', { name: 'Bearbeiten: Anna Schmidt' })).toHaveAttribute(
    'href',
    `/piw-management/${anna.id}/bearbeiten`,
  );
  const second = await row(/Jonas Krüger/);
  for (const text of ['Inaktiv', 'Erneut eingeladen', '1.200 / 4.200']) {
    expect(within(second).getByText(text)).toBeVisible();
  }
  expect(second).toHaveTextContent('Beispiel');
  expect(first).not.toHaveTextContent('Beispiel');
  expect(screen.getByText('2 PiW')).toBeVisible();
});

it('shows a screen of a long list first, and the others at once behind it', async () => {
  const many = Array.from({ length: 20 }, (_, n) =>
    exampleTrainee({ id: `00000000-0000-4000-8000-0000000001${String(n).padStart(2, '0')}`, last_name: `Weber ${n}` }),
  );
  const drawn: number[] = [];
  const watch = new MutationObserver(() => drawn.push(document.querySelectorAll('tbody tr').length));
  watch.observe(document, { subtree: true, childList: true });
  await open('', { nemus_trainee_list: () => many });
  await screen.findByText(/Weber 19/);
  watch.disconnect();
  expect([...new Set(drawn.filter((count) => count > 0))]).toEqual([15, 20]);
});

it('shows a skeleton, says why the list cannot be read, and loads it on request', async () => {
  let answer: () => unknown = () => json(403, { code: '42501', message: 'permission denied' });
  const { ports } = await open('', { nemus_trainee_list: () => answer() });
  expect(await screen.findByText('Laden fehlgeschlagen: Ihre PiW')).toBeVisible();
  expect(screen.getByText('Support-ID', { exact: false })).toBeVisible();
  expect(ports.reports()).toContainEqual(expect.objectContaining({ name: 'part-error' }));
  answer = () => [anna];
  fireEvent.click(screen.getByRole('button', { name: /Erneut/ }));
  expect(await row(/Anna Schmidt/)).toBeVisible();
  const waiting = await open('', { nemus_trainee_list: () => new Promise(() => undefined) });
  expect(waiting.element.querySelector('[aria-busy="true"]')).not.toBeNull();
});

it('teaches a new institution how its list fills', async () => {
  await open('', { nemus_trainee_list: () => [] });
  expect(await screen.findByText('Noch keine PiW')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Erste PiW einladen' })).toHaveAttribute('href', '/piw-management/einladen');
  expect(screen.queryByRole('button', { name: 'CSV exportieren' })).toBeNull();
});

describe('the selection', () => {
  it('searches every word, keeps them in the address, and can be cleared without results', async () => {
    const { ports } = await open('', {
      nemus_trainee_list: ({ url }) => (url.includes('search_text') ? [] : [anna, jonas]),
    });
    await row(/Anna Schmidt/);
    fireEvent.change(screen.getByRole('searchbox', { name: 'PiW suchen' }), { target: { value: 'Weber 50%' } });
    expect(await screen.findByText('Keine PiW gefunden')).toBeVisible();
    expect(ports.navigation.getLocation().search).toBe('?suche=Weber+50%25');
    // As the database reads it: any place in the text, and no sign that is a wildcard.
    expect(question().getAll('search_text')).toEqual(['like.%weber%', 'like.%50%']);
    fireEvent.click(screen.getByRole('button', { name: 'Filter zurücksetzen' }));
    expect(await row(/Anna Schmidt/)).toBeVisible();
    expect(ports.navigation.getLocation().search).toBe('');
  });

  it('says how many were found', async () => {
    await open('?suche=anna', { nemus_trainee_list: () => [anna] });
    expect(await screen.findByText('1 PiW gefunden')).toBeVisible();
  });

  it('comes from the address: filter, order and columns', async () => {
    const { ports } = await open('?status=inactive&sortierung=-stunden&spalten=stunden', {
      nemus_trainee_list: () => [jonas],
    });
    await row(/Jonas Krüger/);
    expect(question().get('status')).toBe('eq.inactive');
    expect(question().get('order')).toBe('completed_hours.desc,sort_name.asc,id.asc');
    const list = within(await table());
    expect(list.queryByRole('columnheader', { name: 'Portalzugang' })).toBeNull();
    expect(list.getByRole('columnheader', { name: 'Stunden' })).toHaveAttribute('aria-sort', 'descending');
    fireEvent.click(list.getByRole('button', { name: 'Stunden' }));
    await waitFor(() => expect(ports.navigation.getLocation().search).toContain('sortierung=stunden'));
    await waitFor(() => expect(question().get('order')).toBe('completed_hours.asc,sort_name.asc,id.asc'));
    ports.navigation.go(-1);
    await waitFor(() => expect(ports.navigation.getLocation().search).toContain('sortierung=-stunden'));
    expect(await screen.findByRole('columnheader', { name: 'Stunden' })).toHaveAttribute('aria-sort', 'descending');
  });

  it('is narrowed by the three filters, each with its name', async () => {
    const { ports } = await open();
    await row(/Anna Schmidt/);
    const choose = (name: string, value: string) =>
      fireEvent.change(screen.getByRole('combobox', { name }), { target: { value } });
    choose('Status', 'active');
    await waitFor(() => expect(question().get('status')).toBe('eq.active'));
    choose('Portalzugang', 'pending');
    await waitFor(() => expect(question().get('access')).toBe('eq.pending'));
    choose('Kompetenz', 'methoden_kompetenz');
    await waitFor(() => expect(question().get('competencies')).toBe('cs.{methoden_kompetenz}'));
    expect(ports.navigation.getLocation().search).toBe('?status=active&zugang=pending&kompetenz=methoden_kompetenz');
  });
});

it('exports what is shown as a CSV file, and says how many', async () => {
  const { ports } = await open('?suche=krüger&spalten=stunden', { nemus_trainee_list: () => [jonas] });
  fireEvent.click(await screen.findByRole('button', { name: 'CSV exportieren' }));
  await waitFor(() =>
    expect(ports.toasts()).toEqual([{ kind: 'success', title: 'CSV-Datei erstellt', description: '1 Zeile' }]),
  );
  const [file] = pages.saved();
  expect(file?.name).toBe('piw.csv');
  expect((await file?.bytes())?.toString('utf8')).toBe(
    '\uFEFFNachname;Vorname;E-Mail;Beispiel;Absolvierte Stunden;Stunden gesamt\r\n' +
      'Krüger;Jonas;jonas.krueger@praxis.example;ja;1200;4200',
  );
  expect(question().get('search_text')).toBe('like.%kruger%');
});

it('says when the file could not be made', async () => {
  let reads = 0;
  const { ports } = await open('', {
    nemus_trainee_list: () => (++reads > 1 ? json(403, { code: '42501', message: 'permission denied' }) : [anna]),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'CSV exportieren' }));
  await waitFor(() =>
    expect(ports.toasts()).toEqual([
      {
        kind: 'error',
        title: 'CSV-Datei nicht erstellt',
        description: 'Die Daten konnten nicht geladen werden. Bitte versuchen Sie es noch einmal.',
      },
    ]),
  );
  expect(pages.saved()).toEqual([]);
});

it('marks real people whose hours contain sample data', async () => {
  await open('', { nemus_trainee_list: () => [{ ...anna, has_sample_hours: true }, jonas] });
  expect(await row(/Anna Schmidt/)).toHaveTextContent('mit Beispielstunden');
  expect(await row(/Jonas Krüger/)).not.toHaveTextContent('mit Beispielstunden');
});
