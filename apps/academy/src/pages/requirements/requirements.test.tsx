/** @jest-environment ../../jest.browser.mjs */
import type { RequirementSet } from '@nemus/data';
import { json, type Answers } from '@nemus/testing/jest';
import { pagesUnderTest } from '@nemus/testing/pages';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import app from '../../app';
import { exampleListedSet, exampleRequirements, exampleStaffSet } from '../../examples/requirements';

const IN_UNITS = { unit_minutes: 45, status: null, source: '' } as const;
const pages = pagesUnderTest(app);
const LIST = 'rpc/nemus_staff_requirement_sets';
const ONE = 'rpc/nemus_staff_requirement_set';
const SAVE = 'rpc/nemus_save_requirements';
const draft = exampleRequirements();
const ADDRESS = `/academy/requirements/${draft.id}`;
const NEW = '/academy/requirements/new';

afterEach(() => window.localStorage.clear());

const refused = (status: number, code: string, values?: unknown) => () =>
  json(status, {
    code: `PT${status}`,
    message: code,
    hint: code,
    details: values === undefined ? null : JSON.stringify(values),
  });
const saves = (later: Partial<RequirementSet> = {}): Answers => ({
  [ONE]: () => exampleStaffSet(),
  [SAVE]: () => exampleRequirements({ updated_at: '2026-11-20T11:00:00+00:00', ...later }),
});
async function open(answers: Answers = saves(), address = ADDRESS) {
  const page = await pages.open(address, answers);
  await screen.findByRole('form', { name: 'Anforderungen' });
  return page;
}
const field = (name: string | RegExp) => screen.getByLabelText(name);
const type = (name: string | RegExp, value: string) => fireEvent.change(field(name), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const dialog = async (name: string, role = 'alertdialog') => within(await screen.findByRole(role, { name }));

describe('the list', () => {
  it('shows state, day and people of each set, and missing sources', async () => {
    await pages.open('/academy/requirements', {
      [LIST]: () => ({
        sets: [exampleListedSet({ chosen: 3, state: 'published' })],
        total: 1,
        states: { draft: 0, published: 1, retired: 0 },
      }),
    });
    const link = await screen.findByRole('link', { name: 'Weiterbildungsordnung Probe, Version 2026' });
    expect(link).toHaveAttribute('href', expect.stringContaining(ADDRESS));
    expect(screen.getByText('Kammer Probe · Erwachsene · alle Verfahren')).toBeVisible();
    expect(screen.getByText('Quelle fehlt')).toBeVisible();
    expect(screen.getByText('01.02.2026')).toBeVisible();
  });

  it('filters by state in the address', async () => {
    const { ports } = await pages.open('/academy/requirements?seite=zwei', {
      [LIST]: () => ({ sets: [], total: 0, states: { draft: 0, published: 0, retired: 0 } }),
    });
    expect(await screen.findByText('Noch keine Anforderungen')).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: /Entwurf/ }));
    await waitFor(() => expect(ports.navigation.getLocation().search).toBe('?stand=draft'));
    await waitFor(async () => expect(await pages.sent(LIST)).toEqual([{ p_page: 1 }, { p_page: 1, p_state: 'draft' }]));
  });
});

it('creates a draft once, with the default counting rules, and opens its address', async () => {
  const { ports } = await open(saves(), NEW);
  expect(screen.getByText('Quelle fehlt')).toBeVisible();
  type('Name', 'Ordnung');
  type('Version', '1');
  type(/^Gültig ab/, '2026-03-01');
  type(/^Theorie: UE/, '600');
  fireEvent.click(screen.getByRole('checkbox', { name: 'Selbsterfahrung' }));
  fireEvent.change(screen.getByRole('combobox', { name: 'Logbuch: Selbsterfahrung' }), { target: { value: '' } });
  act(() => {
    press('Entwurf anlegen');
    press('Entwurf anlegen');
  });
  await waitFor(() => expect(ports.navigation.getLocation().pathname).toBe(ADDRESS));
  const sent = await pages.sent(SAVE);
  expect(sent).toEqual([
    {
      p_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      p_fields: expect.objectContaining({
        name: 'Ordnung',
        valid_from: '2026-03-01',
        treated_per_supervised: null,
        categories: {
          theory: { title: '', required_units: 600, ...IN_UNITS },
          practice: { title: '', required_units: null, ...IN_UNITS },
          supervision: { title: '', required_units: null, ...IN_UNITS },
          elearning: { title: '', required_units: null, ...IN_UNITS },
        },
        credits: expect.objectContaining({ entry_supervision: 'supervision', certificate: 'theory' }),
      }),
    },
  ]);
  expect(window.localStorage).toHaveLength(0);
});

it('begins another version with the figures of the one before, without its version and day', async () => {
  await open(saves(), `${NEW}?von=${draft.id}`);
  expect(field('Name')).toHaveValue('Weiterbildungsordnung Probe');
  expect(field(/^Theorie: UE/)).toHaveValue('600');
  expect([field('Version'), field(/^Gültig ab/)].map((input) => input.getAttribute('value') ?? '')).toEqual(['', '']);
  type('Version', '2027');
  type(/^Gültig ab/, '2027-01-01');
  press('Entwurf anlegen');
  await waitFor(async () => expect(await pages.sent(SAVE)).toMatchObject([{ p_copy_of: draft.id }]));
  expect(await pages.sent(SAVE)).not.toMatchObject([{ p_id: draft.id }]);
});

it('names what is wrong at its field and sends nothing', async () => {
  await open();
  type(/^Theorie: UE/, '1,5');
  type(/UE Behandlung je UE Supervision/, 'viel');
  fireEvent.click(screen.getByRole('checkbox', { name: 'Praxis' }));
  press('Speichern');
  expect(await screen.findByText(/ganze Zahl von 1 bis 20.000/)).toBeVisible();
  expect(screen.getByText('Bitte geben Sie eine Zahl wie 4 oder 4,5 ein.')).toBeVisible();
  expect(screen.getByText(/Diese Kategorie hat der Satz nicht/)).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'Logbuch: Praxis' })).toBeInvalid();
  expect(await pages.sent(SAVE)).toEqual([]);
});

it('keeps a figure open while its error is corrected', async () => {
  await open();
  press('Vorgabe hinzufügen');
  press('Vorgabe 1: ohne Namen');
  expect(screen.queryByLabelText('Vorgabe 1: Name')).toBeNull();
  press('Speichern');
  await waitFor(() => expect(field('Vorgabe 1: Name')).toBeInvalid());
  type('Vorgabe 1: Name', 'Gruppe');
  await waitFor(() => expect(field('Vorgabe 1: Name')).toBeValid());
  expect(screen.getByRole('button', { name: 'Vorgabe 1: Gruppe' })).toHaveAttribute('aria-expanded', 'true');
  expect(await pages.sent(SAVE)).toEqual([]);
});

it('keeps the keyboard at the figures when one is removed', async () => {
  await open();
  press('Vorgabe hinzufügen');
  press('Vorgabe hinzufügen');
  press('Vorgabe 1 entfernen');
  expect(screen.getByRole('button', { name: 'Vorgabe 1: ohne Namen' })).toHaveFocus();
  press('Vorgabe 1 entfernen');
  expect(screen.getByRole('button', { name: 'Vorgabe hinzufügen' })).toHaveFocus();
});

it('shows the database’s refusal at the field that it names, and keeps the input', async () => {
  await open({
    ...saves(),
    [SAVE]: refused(400, 'invalid_field', { field: 'version', problem: 'taken' }),
  });
  type('Version', '2025');
  press('Speichern');
  expect(await screen.findByText('Diese Version gibt es schon.')).toBeVisible();
  expect(field('Version')).toBeInvalid();
  expect(field('Version')).toHaveValue('2025');
});

it('asks when another user saved meanwhile, and only then overwrites', async () => {
  const theirs = exampleRequirements({ source: 'Ordnung vom 1. Mai', updated_at: '2026-11-21T08:00:00+00:00' });
  let reads = 0;
  let saved = 0;
  await open({
    [ONE]: () => ((reads += 1) === 1 ? exampleStaffSet() : exampleStaffSet(theirs)),
    [SAVE]: () => ((saved += 1) === 1 ? refused(409, 'set_changed')() : exampleRequirements({ name: 'Meine' })),
  });
  type('Name', 'Meine');
  press('Speichern');
  expect(await screen.findByText(/Jemand anderes hat diesen Entwurf gespeichert.*\(Quelle\)/)).toBeVisible();
  press('Meine Eingaben speichern');
  await waitFor(async () =>
    expect(await pages.sent(SAVE)).toMatchObject([
      { p_expected: draft.updated_at },
      { p_expected: theirs.updated_at, p_fields: { name: 'Meine' } },
    ]),
  );
});

it('restores the input of a closed page', async () => {
  await open();
  type('Name', 'Halb fertig');
  await open();
  expect(field('Name')).toHaveValue('Halb fertig');
  press('Eingaben verwerfen');
  await waitFor(() => expect(field('Name')).toHaveValue('Weiterbildungsordnung Probe'));
});

it('says what a draft lacks, and publishes a complete one, with a hint about the missing source', async () => {
  await open({ [ONE]: () => exampleStaffSet({}, { gaps: ['figures', 'credits'] }) });
  press('Veröffentlichen');
  const lacking = await dialog('Noch nicht zu veröffentlichen', 'dialog');
  expect(lacking.getByText(/Keine Kategorie nennt eine Zahl/)).toBeVisible();
  expect(lacking.queryByRole('button', { name: 'Veröffentlichen' })).toBeNull();

  const { ports } = await open({
    ...saves(),
    'rpc/nemus_publish_requirements': () => exampleRequirements({ state: 'published' }),
  });
  press('Veröffentlichen');
  const ready = await dialog('Anforderungen veröffentlichen?');
  expect(ready.getByText(/Die Quelle fehlt/)).toBeVisible();
  fireEvent.click(ready.getByRole('button', { name: 'Veröffentlichen' }));
  await waitFor(() =>
    expect(ports.toasts()).toContainEqual(
      expect.objectContaining({ kind: 'success', title: 'Anforderungen veröffentlicht' }),
    ),
  );
  expect(await pages.sent('rpc/nemus_publish_requirements')).toEqual([
    { p_id: draft.id, p_expected: draft.updated_at },
  ]);
});

it('shows a published set read-only, and says before it is retired who keeps it', async () => {
  await pages.open(ADDRESS, { [ONE]: () => exampleStaffSet({ state: 'published' }, { chosen: 3 }) });
  expect(await screen.findByText('1 UE Supervision je 4,5 UE Behandlung')).toBeVisible();
  expect(screen.queryByRole('form')).toBeNull();
  expect(screen.getByRole('link', { name: 'Neue Version' })).toHaveAttribute(
    'href',
    expect.stringContaining(`${NEW}?von=${draft.id}`),
  );
  press('Zurückziehen');
  const question = await dialog('Anforderungen zurückziehen?');
  expect(question.getByText(/3 Personen haben diesen Satz und behalten ihn/)).toBeVisible();
});

it('says that a set does not exist', async () => {
  await pages.open('/academy/requirements/nichts');
  expect(await screen.findByText('Diese Anforderungen gibt es nicht')).toBeVisible();
});
