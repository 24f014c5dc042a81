/** @jest-environment ../../jest.browser.mjs */
import { pagesUnderTest } from '@nemus/testing/pages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import app from '../../app';
import { exampleCohort } from '../../examples/cohort';

const pages = pagesUnderTest(app, 'institution');
const plain = (text: string | null) => (text ?? '').replaceAll('\u00A0', ' ');

it('shows each person and category with share, hours and standing in words', async () => {
  await pages.open('/logbook', { 'rpc/nemus_cohort': () => exampleCohort });
  const table = await screen.findByRole('table', { name: 'Stand nach Person und Kategorie' });
  for (const name of [
    'Person',
    'Zeit vergangen',
    'Theorie',
    'Praxis',
    'Supervision',
    'Selbsterfahrung',
    'E-Learning',
  ]) {
    expect(within(table).getByRole('columnheader', { name })).toBeVisible();
  }
  const row = plain(within(table).getByRole('row', { name: /Vera Anders/ }).textContent);
  expect(row).toContain('50 %');
  expect(row).toContain('250 von 500 UE50 % · im Plan');
  expect(row).toContain('20 von 350 UE5 % · weit im Rückstand');
  expect(row).toContain('nicht verlangt');
  expect(row).toContain('3 UEohne Vorgabe');
  expect(within(table).getByRole('link', { name: 'Vera Anders' })).toHaveAttribute('href', '/logbook/trainees/t1');
  expect(plain(within(table).getByRole('row', { name: /Otto Neu/ }).textContent)).toContain(
    'Noch keine Anforderungen gewähltnicht angegeben',
  );
});

it('marks people whose hours contain sample data', async () => {
  const [vera, otto] = exampleCohort.rows;
  await pages.open('/logbook', {
    'rpc/nemus_cohort': () => ({ total: 2, rows: [{ ...vera, has_sample_hours: true }, otto] }),
  });
  const table = await screen.findByRole('table', { name: 'Stand nach Person und Kategorie' });
  expect(within(table).getByRole('row', { name: /Vera Anders/ })).toHaveTextContent('mit Beispielstunden');
  expect(within(table).getByRole('row', { name: /Otto Neu/ })).not.toHaveTextContent('mit Beispielstunden');
});

it('names trainees who are behind', async () => {
  await pages.open('/logbook', { 'rpc/nemus_cohort': () => exampleCohort });
  expect(await screen.findByText('Im Rückstand auf dieser Seite (1 von 2): Vera Anders.')).toBeVisible();
});

it('sends search and page to the database; both are in the address', async () => {
  const { ports } = await pages.open('/logbook', { 'rpc/nemus_cohort': () => ({ ...exampleCohort, total: 60 }) });
  await screen.findByRole('table');
  fireEvent.click(screen.getByRole('button', { name: /^Weiter/ }));
  await waitFor(() => expect(ports.navigation.getLocation().search).toBe('?seite=2'));
  fireEvent.change(screen.getByLabelText('Personen suchen'), { target: { value: 'vera' } });
  await waitFor(() => expect(ports.navigation.getLocation().search).toBe('?suche=vera'));
  await waitFor(async () => {
    const asked = await pages.asked('rpc/nemus_cohort');
    expect(asked.some(({ url }) => url.includes('p_search=vera') && url.includes('p_page=1'))).toBe(true);
  });
});

it('says so when no trainee is linked yet', async () => {
  await pages.open('/logbook', { 'rpc/nemus_cohort': () => ({ total: 0, rows: [] }) });
  expect(await screen.findByText('Noch niemand verbunden')).toBeVisible();
});

it('saves everyone that is found as a table, from all pages', async () => {
  const { ports } = await pages.open('/logbook', {
    'rpc/nemus_cohort': ({ url }) => ({
      total: 3,
      rows: url.includes('p_page=2') ? exampleCohort.rows.slice(0, 1) : exampleCohort.rows,
    }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'CSV herunterladen' }));
  await waitFor(() =>
    expect(ports.toasts()).toEqual([{ kind: 'success', title: 'CSV-Datei erstellt', description: '3 Zeilen' }]),
  );
});

it('filters by standing and sorts in the database; both are in the address', async () => {
  const { ports } = await pages.open('/logbook?stand=quatsch', { 'rpc/nemus_cohort': () => exampleCohort });
  await screen.findByRole('link', { name: 'Vera Anders' });
  fireEvent.change(screen.getByLabelText('Stand'), { target: { value: 'behind' } });
  fireEvent.change(screen.getByLabelText('Sortieren nach'), { target: { value: 'lag' } });
  await waitFor(() => expect(ports.navigation.getLocation().search).toBe('?stand=behind&folge=lag'));
  await waitFor(async () => {
    const asked = await pages.asked('rpc/nemus_cohort');
    expect(asked.some(({ url }) => url.includes('p_filter=behind') && url.includes('p_sort=lag'))).toBe(true);
  });
});

it('says that a filter matches no one, and shows all again', async () => {
  const { ports } = await pages.open('/logbook?stand=far_behind', {
    'rpc/nemus_cohort': ({ url }) => (url.includes('far_behind') ? { total: 0, rows: [] } : exampleCohort),
  });
  expect(await screen.findByText('Niemanden gefunden')).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: /zurücksetzen|entfernen|leeren/i }));
  expect(await screen.findByRole('link', { name: 'Vera Anders' })).toBeVisible();
  expect(ports.navigation.getLocation().search).toBe('');
});

it('does not say that nothing was sent when no answer came', async () => {
  await pages.open('/logbook', {
    'rpc/nemus_cohort': () => exampleCohort,
    'rpc/nemus_message_trainees': () => Promise.reject(new TypeError('Failed to fetch')),
  });
  await screen.findByRole('link', { name: 'Vera Anders' });
  fireEvent.click(screen.getByRole('checkbox', { name: 'Otto Neu auswählen' }));
  fireEvent.click(screen.getByRole('button', { name: 'Nachricht an 1 Person' }));
  const dialog = await screen.findByRole('dialog', { name: 'Nachricht schreiben' });
  fireEvent.change(within(dialog).getByLabelText('Nachricht'), { target: { value: 'Bitte melden Sie sich.' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Senden' }));
  expect(await within(dialog).findByText('Vielleicht nicht gesendet')).toBeVisible();
  const idOf = async (request: Request | undefined) => JSON.parse((await request?.clone().text()) ?? '{}').p_message;
  const asked = () => pages.asked('rpc/nemus_message_trainees');
  // The same text again is the same message; another text is another.
  fireEvent.click(within(dialog).getByRole('button', { name: 'Senden' }));
  await waitFor(() => expect(asked()).toHaveLength(2));
  fireEvent.change(within(dialog).getByLabelText('Nachricht'), { target: { value: 'Bitte melden Sie sich bald.' } });
  await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Senden' })).toBeEnabled());
  fireEvent.click(within(dialog).getByRole('button', { name: 'Senden' }));
  await waitFor(() => expect(asked()).toHaveLength(3));
  const [first, second, third] = await Promise.all(asked().map(idOf));
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect([second === first, third === first]).toEqual([true, false]);
  expect(within(dialog).queryByText('Nichts wurde gesendet')).toBeNull();
});

it('writes to selected people, and says who was left out', async () => {
  let answer = { sent: 0, skipped: 2 };
  const { ports } = await pages.open('/logbook', {
    'rpc/nemus_cohort': () => exampleCohort,
    'rpc/nemus_message_trainees': () => answer,
  });
  await screen.findByRole('link', { name: 'Vera Anders' });
  expect(screen.getByRole('button', { name: 'Nachricht: erst Personen auswählen' })).toBeDisabled();
  fireEvent.click(screen.getByRole('checkbox', { name: 'Otto Neu auswählen' }));
  fireEvent.click(screen.getByRole('checkbox', { name: 'Alle auf dieser Seite auswählen' }));
  fireEvent.click(screen.getByRole('button', { name: 'Nachricht an 2 Personen' }));
  const dialog = await screen.findByRole('dialog', { name: 'Nachricht schreiben' });
  expect(dialog).toHaveTextContent('An Vera Anders, Otto Neu');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Senden' }));
  expect(within(dialog).getByText('Bitte schreiben Sie etwas.')).toBeVisible();
  expect(pages.asked('rpc/nemus_message_trainees')).toHaveLength(0);
  fireEvent.change(within(dialog).getByLabelText('Nachricht'), { target: { value: 'Bitte melden Sie sich.' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Senden' }));
  expect(await within(dialog).findByText(/heute schon dreimal/)).toBeVisible();
  answer = { sent: 1, skipped: 1 };
  fireEvent.click(within(dialog).getByRole('button', { name: 'Senden' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(ports.toasts().map(({ title }) => title)).toEqual(['Nachricht an 1 Person gesendet']);
  expect(await pages.asked('rpc/nemus_message_trainees').at(-1)?.clone().json()).toEqual({
    p_trainees: ['t1', 't2'],
    p_text: 'Bitte melden Sie sich.',
    p_message: expect.any(String),
  });
});
