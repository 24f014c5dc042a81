/** @jest-environment ../../jest.browser.mjs */
import type { Seminar } from '@nemus/data';
import { json, type Answers } from '@nemus/testing/jest';
import { pagesUnderTest } from '@nemus/testing/pages';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import app from '../../app';
import { exampleDetails, exampleSeminar } from '../../examples/seminars';

const pages = pagesUnderTest(app);
const ONE = 'rpc/nemus_staff_course';
const SAVE = 'rpc/nemus_save_course';
const draft = exampleSeminar();
const ADDRESS = `/academy/catalogue/${draft.id}`;

afterEach(() => window.localStorage.clear());

const refused = (status: number, code: string, values?: unknown) => () =>
  json(status, {
    code: `PT${status}`,
    message: code,
    hint: code,
    details: values === undefined ? null : JSON.stringify(values),
  });
/** A seminar that is saved as sent, with a newer version. */
const saves = (later: Partial<Seminar> = {}): Answers => ({
  [ONE]: () => exampleDetails(),
  [SAVE]: () => exampleSeminar({ updated_at: '2026-11-20T11:00:00+00:00', ...later }),
});
async function open(answers: Answers = saves(), address = ADDRESS) {
  const page = await pages.open(address, answers);
  await screen.findByRole('form', { name: 'Seminar' });
  return page;
}
const field = (name: string | RegExp) => screen.getByRole('textbox', { name });
const type = (name: string | RegExp, value: string) => fireEvent.change(field(name), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const dialog = async (name: string, role = 'dialog') => within(await screen.findByRole(role, { name }));

it('creates a draft once and leads to its address', async () => {
  const { ports } = await open(saves(), '/academy/catalogue/new');
  type('Titel', 'Trauer begleiten');
  fireEvent.change(screen.getByRole('combobox', { name: 'Kompetenz' }), { target: { value: 'beziehungsgestaltung' } });
  fireEvent.change(screen.getByRole('combobox', { name: 'Schwierigkeitsgrad' }), { target: { value: 'Anfänger' } });
  type('Theorie (UE)', '8');
  type('Preis in Euro (brutto)', '1.089,50');
  type('Preis in Credits', '45');
  expect(await screen.findByText(/Umfang: 8 UE/)).toBeVisible();
  act(() => {
    press('Entwurf anlegen');
    press('Entwurf anlegen');
  });
  await waitFor(() => expect(ports.navigation.getLocation().pathname).toBe(ADDRESS));
  const sent = await pages.sent(SAVE);
  expect(sent).toEqual([
    {
      p_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      p_fields: {
        title: 'Trauer begleiten',
        description: '',
        agenda: '',
        competency: 'beziehungsgestaltung',
        difficulty: 'Anfänger',
        theory_units: 8,
        practical_units: 0,
        elearning_units: 0,
        has_dates: true,
        price_euros: '1089.5',
        credit_cost: 45,
        is_premium: false,
        zfu_status: null,
        zfu_number: null,
      },
    },
  ]);
  expect(window.localStorage).toHaveLength(0);
});

it('names what is wrong at its field and sends nothing', async () => {
  await open();
  type('Preis in Euro (brutto)', '12,5x');
  press('Speichern');
  expect(await screen.findByText(/Bitte geben Sie einen Betrag wie 120 oder 89,50 ein/)).toBeVisible();
  expect(field('Preis in Euro (brutto)')).toBeInvalid();
  expect(await pages.sent(SAVE)).toEqual([]);
});

it('shows the database’s refusal at the field that it names, and keeps the input', async () => {
  await open({ ...saves(), [SAVE]: refused(400, 'invalid_field', { field: 'title', problem: 'too_long', most: 200 }) });
  type('Titel', 'Neuer Titel');
  press('Speichern');
  expect(await screen.findByText('Höchstens 200 Zeichen.')).toBeVisible();
  expect(field('Titel')).toHaveValue('Neuer Titel');
  expect(field('Titel')).toBeInvalid();
});

it('restores the input of a closed page, until it is saved or discarded', async () => {
  await open();
  type('Titel', 'Halb fertig');
  expect(await screen.findByText(/bleiben auf diesem Gerät/)).toBeVisible();
  await open();
  expect(field('Titel')).toHaveValue('Halb fertig');
  expect(screen.getByText('Nicht gespeicherte Eingaben')).toBeVisible();
  press('Eingaben verwerfen');
  await waitFor(() => expect(field('Titel')).toHaveValue('Trauer begleiten'));
  await open();
  expect(screen.queryByText('Nicht gespeicherte Eingaben')).toBeNull();
});

it('asks when another user saved meanwhile, and only then overwrites', async () => {
  const theirs = exampleSeminar({ title: 'Deren Titel', updated_at: '2026-11-21T08:00:00+00:00' });
  let reads = 0;
  let saved = 0;
  await open({
    [ONE]: () => ((reads += 1) === 1 ? exampleDetails() : exampleDetails(theirs)),
    [SAVE]: () => ((saved += 1) === 1 ? refused(409, 'course_changed')() : exampleSeminar({ title: 'Mein Titel' })),
  });
  type('Titel', 'Mein Titel');
  press('Speichern');
  expect(await screen.findByText(/Jemand anderes hat dieses Seminar gespeichert.*\(Titel\)/)).toBeVisible();
  expect(field('Titel')).toHaveValue('Mein Titel');
  press('Meine Eingaben speichern');
  await waitFor(async () =>
    expect(await pages.sent(SAVE)).toMatchObject([
      { p_expected: draft.updated_at },
      { p_expected: theirs.updated_at, p_fields: { title: 'Mein Titel' } },
    ]),
  );
});

it('asks before it saves a new price of 0, and not again once it is stored', async () => {
  await open();
  type('Preis in Euro (brutto)', '0,00');
  press('Speichern');
  let asked = await dialog('Preis von 0 €?', 'alertdialog');
  fireEvent.click(asked.getByRole('button', { name: 'Abbrechen' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(await pages.sent(SAVE)).toEqual([]);
  expect(field('Preis in Euro (brutto)')).toHaveValue('0');
  press('Speichern');
  asked = await dialog('Preis von 0 €?', 'alertdialog');
  fireEvent.click(asked.getByRole('button', { name: 'Mit 0 € speichern' }));
  await waitFor(async () => expect(await pages.sent(SAVE)).toMatchObject([{ p_fields: { price_euros: '0' } }]));

  await open({
    [ONE]: () => exampleDetails({ price_euros: 0 }),
    [SAVE]: () => exampleSeminar({ price_euros: 0, title: 'Neu' }),
  });
  type('Titel', 'Neu');
  press('Speichern');
  await waitFor(async () => expect(await pages.sent(SAVE)).toMatchObject([{ p_fields: { title: 'Neu' } }]));
});

it('asks about a price of 0 also when a conflict is overwritten', async () => {
  const theirs = exampleSeminar({ price_euros: 120, updated_at: '2026-11-21T08:00:00+00:00' });
  let reads = 0;
  await open({
    [ONE]: () => ((reads += 1) === 1 ? exampleDetails({ price_euros: 0 }) : exampleDetails(theirs)),
    [SAVE]: refused(409, 'course_changed'),
  });
  type('Titel', 'Mein Titel');
  press('Speichern');
  await screen.findByText(/Jemand anderes hat dieses Seminar gespeichert/);
  press('Meine Eingaben speichern');
  await dialog('Preis von 0 €?', 'alertdialog');
  expect(await pages.sent(SAVE)).toHaveLength(1);
});

it('is copied as it is stored, once, and leads to the copy', async () => {
  const COPY = 'rpc/nemus_duplicate_course';
  let tried = 0;
  const { ports } = await open({
    ...saves(),
    [COPY]: async (request) => {
      tried += 1;
      if (tried === 1) return json(503, {});
      const { p_copy: copy } = await request.clone().json();
      return copy;
    },
  });
  type('Titel', 'Nicht gespeichert');
  press('Duplizieren');
  const asked = await dialog('Seminar duplizieren?', 'alertdialog');
  expect(asked.getByText(/Termine, Teilnehmende und eine ZFU-Nummer übernimmt sie nicht/)).toBeVisible();
  expect(asked.getByText(/E-Learning-Kurses samt Fragen und Dateien/)).toBeVisible();
  expect(asked.getByText(/Kopiert wird der gespeicherte Stand/)).toBeVisible();
  fireEvent.click(asked.getByRole('button', { name: 'Duplizieren' }));
  await waitFor(() => expect(ports.toasts()).toMatchObject([{ kind: 'error', title: 'Keine Kopie angelegt' }]));
  // The answer may have been lost: the same copy is requested again.
  fireEvent.click(asked.getByRole('button', { name: 'Duplizieren' }));
  await waitFor(() => expect(ports.navigation.getLocation().pathname).not.toBe(ADDRESS));
  const [first, second] = await pages.sent(COPY);
  expect(second).toEqual(first);
  expect(first).toMatchObject({ p_id: draft.id, p_expected: draft.updated_at, p_mark: 'Kopie' });
});

it('says what a draft lacks, and publishes a complete one', async () => {
  await open({ [ONE]: () => exampleDetails({}, { gaps: ['zfu_status', 'content'] }) });
  press('Veröffentlichen');
  const lacking = await dialog('Noch nicht zu veröffentlichen');
  expect(lacking.getByText(/Fernunterrichtsschutz/)).toBeVisible();
  expect(lacking.getByText(/nichts, woran man teilnehmen kann/)).toBeVisible();
  expect(lacking.queryByRole('button', { name: 'Veröffentlichen' })).toBeNull();

  const { ports } = await open({
    [ONE]: () => exampleDetails({}, { coming_dates: 0 }),
    'rpc/nemus_publish_course': () => exampleSeminar({ state: 'published', is_active: true }),
  });
  press('Veröffentlichen');
  const ready = await dialog('Seminar veröffentlichen?');
  expect(ready.getByText(/noch keinen kommenden Termin/)).toBeVisible();
  fireEvent.click(ready.getByRole('button', { name: 'Veröffentlichen' }));
  await waitFor(() =>
    expect(ports.toasts()).toContainEqual({
      kind: 'success',
      title: 'Seminar veröffentlicht',
      description: 'Trauer begleiten',
    }),
  );
  expect(await pages.sent('rpc/nemus_publish_course')).toEqual([{ p_id: draft.id, p_expected: draft.updated_at }]);
});

it('explains what retiring means for participants', async () => {
  await open({
    [ONE]: () =>
      exampleDetails(
        { state: 'published', is_active: true },
        { is_sold: true, enrolled: 3, completed: 1, waiting_orders: 1 },
      ),
  });
  expect(field('Theorie (UE)')).toHaveAttribute('readonly');
  press('Zurückziehen');
  const question = await dialog('Seminar zurückziehen?', 'alertdialog');
  expect(
    question.getByText(/3 Personen behalten ihren Zugang.*2 Personen haben es noch nicht abgeschlossen/),
  ).toBeVisible();
  expect(question.getByText(/1 begonnene Zahlung wird erstattet/)).toBeVisible();
});

it('shows the card and the page as they will look, with markup as text', async () => {
  await open();
  type(/Beschreibung/, '<img src=x onerror=alert(1)>');
  press('Vorschau');
  const preview = await dialog('Vorschau');
  expect(preview.getAllByText('Trauer begleiten')).toHaveLength(2);
  expect(preview.getAllByText('<img src=x onerror=alert(1)>')).toHaveLength(2);
  expect(preview.queryByRole('img')).toBeNull();
  // The trainees' page of the seminar says so as well.
  expect(preview.getByText('Keine Zulassung erforderlich (FernUSG)')).toBeVisible();
  expect(preview.getByText(/^89,50\s€, für Weiterbildungsstätten auch 45 Credits$/)).toBeVisible();
  expect(preview.getByText(/^Trauer · 2\sUE$/)).toBeVisible();
  expect(preview.getByText(/1 kommender Termin/)).toBeVisible();
});

describe('the e-learning course of a seminar', () => {
  const LINKS = 'rpc/nemus_seminar_learning';
  const OPEN = 'rpc/nemus_open_learning_draft';
  const STORE = 'rpc/nemus_save_learning_draft';
  const link = (change: object = {}) => ({
    id: 'recht',
    title: 'Recht',
    is_published: true,
    published_here: false,
    drafted_here: false,
    elsewhere: null,
    ...change,
  });
  const document = {
    title: 'Recht',
    description: '',
    learning_goal: '',
    competency: '',
    units: 4,
    estimated_time: '',
    difficulty: '',
    is_premium: false,
    seminar_id: null,
    blocks: [],
  };
  const learning = (links: () => object[], stored: () => unknown = () => 6): Answers => ({
    ...saves(),
    [LINKS]: links,
    [OPEN]: () => ({
      course_id: 'recht',
      revision: 5,
      document,
      saved_at: '2026-11-22T10:00:00+00:00',
      saved_by: null,
      version: 1,
      published_at: null,
      is_active: true,
    }),
    [STORE]: stored,
  });

  it('is chosen from a list, and written into that course’s draft', async () => {
    let chosen = false;
    const { ports } = await open(
      learning(
        () => [
          link({ drafted_here: chosen }),
          link({ id: 'neu', title: 'Neu', is_published: false, elsewhere: 'Angst' }),
        ],
        () => ((chosen = true), 6),
      ),
    );
    const form = within(await screen.findByRole('form', { name: 'E-Learning-Kurs zuordnen' }));
    fireEvent.click(form.getByRole('button', { name: 'Zuordnen' }));
    expect(await form.findByText('Bitte wählen Sie einen Kurs.')).toBeVisible();
    expect(form.getByRole('option', { name: 'Neu (Entwurf), bisher bei „Angst“' })).toBeVisible();
    fireEvent.change(form.getByRole('combobox'), { target: { value: 'recht' } });
    fireEvent.click(form.getByRole('button', { name: 'Zuordnen' }));
    expect(await screen.findByText(/^Im Entwurf zugeordnet\./)).toBeVisible();
    expect(ports.toasts()).toMatchObject([{ title: 'Kurs zugeordnet' }]);
    expect(await pages.sent(STORE)).toEqual([
      { p_course: 'recht', p_revision: 5, p_document: { ...document, seminar_id: draft.id } },
    ]);
    expect(screen.getByRole('link', { name: 'Recht' })).toHaveAttribute('href', '/academy/e-learning/recht');
  });

  it('can be removed; a concurrent save is not overwritten', async () => {
    const { ports } = await open(
      learning(() => [link({ published_here: true, drafted_here: true })], refused(409, 'draft_changed')),
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Zuordnung lösen: Recht' }));
    await waitFor(() => expect(ports.toasts()).toMatchObject([{ kind: 'error', title: 'Nicht zugeordnet' }]));
    expect(await pages.sent(STORE)).toMatchObject([{ p_document: { seminar_id: null } }]);
  });
});

it('says that a seminar does not exist', async () => {
  await pages.open('/academy/catalogue/nichts');
  expect(await screen.findByText('Dieses Seminar gibt es nicht')).toBeVisible();
});
