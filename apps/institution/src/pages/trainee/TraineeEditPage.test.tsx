/** @jest-environment ../../jest.browser.mjs */
import { json, type Answers } from '@nemus/testing/jest';
import { pagesUnderTest } from '@nemus/testing/pages';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import app from '../../app';
import { exampleTrainee } from '../../examples/rows';

const UNEXPECTED = expect.stringMatching(
  /^Es ist ein unerwarteter Fehler aufgetreten\. Bitte versuchen Sie es noch einmal\. Support-ID: [A-Z\d]{4}-[A-Z\d]{4}$/,
);
const pages = pagesUnderTest(app, 'institution');
const anna = exampleTrainee();
const ADDRESS = `/piw-management/${anna.id}/bearbeiten`;
const LIST = { listSearch: '?suche=schmidt' };

/** The list of one trainee, which stores what is saved. */
function stored(): Answers {
  let trainee = anna;
  return {
    nemus_trainee_list: () => [trainee],
    nemus_trainees: async (request) => {
      trainee = { ...trainee, ...(await request.clone().json()) };
      return { id: anna.id };
    },
  };
}
async function open(answers: Answers = stored()) {
  const page = await pages.open(ADDRESS, answers, { state: LIST });
  await screen.findByRole('form', { name: 'Angaben der PiW' });
  return page;
}
const field = (name: string | RegExp) => screen.getByRole('textbox', { name });
const type = (name: string | RegExp, value: string) => fireEvent.change(field(name), { target: { value } });
const save = () => screen.getByRole('button', { name: 'Änderungen speichern' });
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

it('names what is wrong at its field, moves there, and sends nothing', async () => {
  await open();
  type('Absolvierte Stunden', '999');
  fireEvent.click(save());
  expect(await screen.findByText('Die absolvierten Stunden dürfen die Gesamtstunden nicht übersteigen.')).toBeVisible();
  expect(field('Absolvierte Stunden')).toHaveFocus();
  expect(field('Absolvierte Stunden')).toBeInvalid();
  expect(await pages.sent('nemus_trainees')).toEqual([]);
});

it.each([
  [
    'pending',
    'Mit einer anderen Adresse gilt die offene Einladung nicht mehr. Laden Sie die Person danach erneut ein.',
  ],
  ['none', ''],
] as const)('says what another address does to an invitation that is %s', async (access, hint) => {
  await open({ nemus_trainee_list: () => [exampleTrainee({ access, user_id: null })] });
  expect(field('E-Mail')).toHaveAccessibleDescription(hint);
});

it('saves once, names the person, and opens the details without a confirmation', async () => {
  const { ports } = await open();
  type('Absolvierte Stunden', '75');
  type('E-Mail', 'Anna@Praxis.example');
  fireEvent.click(screen.getByRole('checkbox', { name: 'Professionelle Haltung' }));
  fireEvent.click(screen.getByRole('checkbox', { name: 'Fachliche Kompetenz' }));
  // A double click: both happen before a render.
  act(() => {
    fireEvent.click(save());
    fireEvent.click(save());
  });
  expect(await heading('Anna Schmidt')).toBeVisible();
  expect(await pages.sent('nemus_trainees')).toEqual([
    {
      first_name: 'Anna',
      last_name: 'Schmidt',
      email: 'anna@praxis.example',
      phone: '',
      completed_hours: 75,
      total_hours: 600,
      competencies: ['diagnostische_kompetenz', 'methoden_kompetenz', 'professionelle_haltung'],
    },
  ]);
  expect(ports.toasts()).toEqual([{ kind: 'success', title: 'Angaben gespeichert', description: 'Anna Schmidt' }]);
  expect(await screen.findByText('75 von 600 Std.')).toBeVisible();
  expect(screen.getByText('Professionelle Haltung')).toBeVisible();
  // Replaces the form's history entry, and keeps the way back to the list.
  expect(ports.navigation.addresses()).toEqual([`/piw-management/${anna.id}`]);
  expect(ports.navigation.getLocation().state).toEqual(expect.objectContaining(LIST));
});

it('asks before unsaved work is left, and keeps it', async () => {
  const { ports } = await open();
  type('Absolvierte Stunden', '99');
  fireEvent.click(screen.getByRole('link', { name: 'Abbrechen' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Änderungen verwerfen?' }));
  fireEvent.click(question.getByRole('button', { name: 'Weiter bearbeiten' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(field('Absolvierte Stunden')).toHaveValue('99');
  expect(ports.navigation.getLocation().pathname).toBe(ADDRESS);
  fireEvent.click(screen.getByRole('link', { name: 'Abbrechen' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Änderungen verwerfen' }));
  expect(await heading('Anna Schmidt')).toBeVisible();
  expect(await screen.findByText('425 von 600 Std.')).toBeVisible();
});

it('leaves without a question when nothing was changed', async () => {
  await open();
  fireEvent.click(screen.getByRole('link', { name: 'Abbrechen' }));
  expect(await heading('Anna Schmidt')).toBeVisible();
});

it('shows at the field that the address is taken', async () => {
  const { ports } = await open({
    ...stored(),
    nemus_trainees: () => json(409, { code: '23505', message: 'duplicate key value' }),
  });
  type('E-Mail', 'sarah.yilmaz@praxis.example');
  fireEvent.click(save());
  expect(await screen.findByText('Diese E-Mail-Adresse gehört schon zu einer anderen Person.')).toBeVisible();
  expect(field('E-Mail')).toHaveFocus();
  expect(ports.toasts()).toEqual([]);
});

it('keeps the input when saving fails otherwise, and says why', async () => {
  const { ports } = await open({ ...stored(), nemus_trainees: () => json(403, { code: '42501', message: 'no' }) });
  type('Vorname', 'Annette');
  fireEvent.click(save());
  await waitFor(() =>
    expect(ports.toasts()).toEqual([
      {
        kind: 'error',
        title: 'Angaben nicht gespeichert',
        description: UNEXPECTED,
      },
    ]),
  );
  expect(field('Vorname')).toHaveValue('Annette');
});

it('changes nothing of a linked trainee that is the account’s', async () => {
  const linked = exampleTrainee({
    user_id: '00000000-0000-4000-8000-000000000001',
    access: 'linked',
    linked_at: '2026-02-01T10:00:00+00:00',
  });
  await open({ ...stored(), nemus_trainee_list: () => [linked] });
  expect(field('E-Mail')).toHaveAttribute('readonly');
  expect(field('E-Mail')).toHaveAccessibleDescription('Adresse des Portalkontos. Die Person ändert sie dort selbst.');
  expect(screen.queryByRole('textbox', { name: 'Absolvierte Stunden' })).toBeNull();
  expect(screen.getByText('Absolvierte Stunden und Kompetenzen kommen aus dem Portalkonto der Person.')).toBeVisible();
  type(/^Telefon/, '030 23125');
  fireEvent.click(save());
  await waitFor(async () =>
    expect(await pages.sent('nemus_trainees')).toEqual([
      { first_name: 'Anna', last_name: 'Schmidt', phone: '030 23125' },
    ]),
  );
});
