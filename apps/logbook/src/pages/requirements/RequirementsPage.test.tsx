/** @jest-environment ../../jest.browser.mjs */
import type { RequirementPlan } from '@nemus/data';
import { fakeProfile, json, type Answers } from '@nemus/testing/jest';
import { pagesUnderTest } from '@nemus/testing/pages';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import app from '../../app';
import { examplePlan, exampleSet, headOf, otherSet } from '../../examples/requirements';

const pages = pagesUnderTest(app);
const PLAN = 'rpc/nemus_preview_requirements';
const CHOOSE = 'rpc/nemus_choose_requirements';
const PAGE = '/logbook/requirements';

const refused = (status: number, code: string, values?: unknown) => () =>
  json(status, {
    code: `PT${status}`,
    message: code,
    hint: code,
    details: values === undefined ? null : JSON.stringify(values),
  });
const answers = (plan: Partial<RequirementPlan> = {}, more: Answers = {}): Answers => ({
  [PLAN]: () => examplePlan(plan),
  nemus_requirement_sets: () => [headOf(otherSet()), headOf(exampleSet())],
  nemus_requirement_choices: () => [
    {
      id: 'c1',
      created_at: '2026-11-02T10:00:00+00:00',
      ended_at: null,
      set: { name: 'Beispielsatz 500 / 350 / 150', version: '1', chamber: '' },
    },
  ],
  [CHOOSE]: () => ({ set_id: otherSet().id }),
  ...more,
});
const moving = (more: Partial<RequirementPlan> = {}) =>
  answers({
    next: otherSet(),
    targets: [
      { area: 'theory', units: 500, next_units: 600 },
      { area: 'practice', units: 350, next_units: 450 },
      { area: 'elearning', units: 150, next_units: 150 },
    ],
    entries: [
      { category: 'theory', entries: 4, minutes: 400 },
      { category: 'self_experience', entries: 2, minutes: 180 },
    ],
    ...more,
  });
const lines = (title: string) =>
  within(screen.getByRole('heading', { name: title }).parentElement ?? document.body)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '));

it('asks a new account to choose, and links to each valid set', async () => {
  const later = otherSet({ id: '5e7a0000-0000-4000-8000-00000000000a', name: 'Später', valid_from: '2099-01-01' });
  await pages.open(
    PAGE,
    answers(
      { present: null },
      { nemus_requirement_sets: () => [headOf(otherSet()), headOf(later), headOf(exampleSet())] },
    ),
  );
  expect(await screen.findByText('Wählen Sie zuerst Ihre Anforderungen')).toBeVisible();
  const link = await screen.findByRole('link', { name: 'Ansehen Weiterbildungsordnung Probe, Version 2026' });
  expect(link).toHaveAttribute('href', expect.stringContaining(`${PAGE}?satz=${otherSet().id}`));
  expect(screen.getByText('3 Sätze zur Wahl')).toBeVisible();
  expect(screen.getByText(/noch nicht zu wählen/)).toBeVisible();
  expect(screen.queryByRole('link', { name: /Später/ })).toBeNull();
  // A set without a source says so in the list.
  expect(screen.getAllByText('Quelle fehlt')).toHaveLength(2);
});

it('shows the current set with its source, and what counts for what', async () => {
  await pages.open(PAGE, answers());
  expect(await screen.findByRole('heading', { level: 2, name: 'Beispielsatz 500 / 350 / 150' })).toBeVisible();
  expect(screen.getByText('Beispiel des Portals; die Zahlen sind von keiner Kammer.')).toBeVisible();
  expect(screen.getByText('Für nichts')).toBeVisible();
  expect(screen.getByText('Zertifikate von anderswo')).toBeVisible();
  expect(await screen.findByText(/seit 02\.11\.2026/)).toBeVisible();
  expect(screen.queryByRole('link', { name: /Beispielsatz/ })).toBeNull();
});

it('says that figures without a source are to be checked, and that a retired set is kept', async () => {
  await pages.open(PAGE, answers({ present: otherSet({ state: 'retired' }) }));
  expect(await screen.findByText(/Niemand hat angegeben, woher die Zahlen sind/)).toBeVisible();
  expect(screen.getByText('Wird nicht mehr angeboten')).toBeVisible();
  expect(screen.getByText('1 UE Supervision je 4 UE Behandlung')).toBeVisible();
});

it('marks a newer version of the present set', async () => {
  const newer = exampleSet({ id: otherSet().id, version: '2', valid_from: '2026-05-01' });
  await pages.open(PAGE, answers({}, { nemus_requirement_sets: () => [headOf(newer), headOf(exampleSet())] }));
  expect(await screen.findByText('Neuere Version')).toBeVisible();
});

it('explains what switching changes beforehand, and what would not count', async () => {
  await pages.open(`${PAGE}?satz=${otherSet().id}`, moving());
  await screen.findByRole('heading', { level: 2, name: 'Was sich ändert' });
  const [hours] = screen.getAllByRole('heading', { name: 'Stunden' });
  expect(
    within(hours?.parentElement ?? document.body)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent?.replaceAll('\u00a0', ' ')),
  ).toEqual([
    'Theorie: 600 UE statt 500 UE',
    'Behandlung: weiter 350 UE',
    'Supervision: 100 UE statt nicht verlangt',
    'Selbsterfahrung: nicht verlangt statt ohne Zahl',
    'E-Learning: nicht verlangt statt 150 UE',
  ]);
  expect(lines('Ihre Weiterbildungsziele auf dem Dashboard')).toEqual([
    'Theorie: 600 UE statt 500 UE',
    'Praxis (Verhaltenstherapie): 450 UE statt 350 UE',
  ]);
  expect(lines('Was anders zählt')).toEqual([
    'Abgeschlossene E-Learning-Kurse: für nichts statt für E-Learning',
    'Logbuch: Supervision: für Supervision statt für Praxis',
    'Logbuch: Selbsterfahrung: für nichts statt für Selbsterfahrung',
  ]);
  expect(screen.getByText(/Selbsterfahrung: 2 Einträge mit 4/)).toBeVisible();
  expect(screen.getByText(/bleiben, wie sie sind/)).toBeVisible();
  expect(await pages.sent(CHOOSE)).toEqual([]);
});

it('switches once, however often the button is pressed, and returns to the page', async () => {
  const { ports } = await pages.open(`${PAGE}?satz=${otherSet().id}`, moving());
  const button = await screen.findByRole('button', { name: 'Zu diesen Anforderungen wechseln' });
  act(() => {
    fireEvent.click(button);
    fireEvent.click(button);
  });
  await waitFor(() => expect(ports.navigation.getLocation().search).toBe(''));
  expect(await pages.sent(CHOOSE)).toEqual([{ p_set: otherSet().id, p_present: exampleSet().id }]);
  expect(ports.toasts()).toContainEqual({
    kind: 'success',
    title: 'Anforderungen gewählt',
    description: 'Weiterbildungsordnung Probe, Version 2026',
  });
});

it('chooses for the first time without a set before it', async () => {
  await pages.open(`${PAGE}?satz=${otherSet().id}`, moving({ present: null }));
  fireEvent.click(await screen.findByRole('button', { name: 'Diese Anforderungen wählen' }));
  await waitFor(async () => expect(await pages.sent(CHOOSE)).toEqual([{ p_set: otherSet().id }]));
});

it('says why a set cannot be chosen, and links back', async () => {
  await pages.open(`${PAGE}?satz=${otherSet().id}`, answers({}, { [PLAN]: refused(409, 'set_retired') }));
  expect(await screen.findByText(/werden nicht mehr angeboten/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Zurück zur Auswahl' })).toBeVisible();
});

it('reports a concurrent switch, and shows the changes again', async () => {
  let reads = 0;
  const { ports } = await pages.open(`${PAGE}?satz=${otherSet().id}`, {
    ...moving(),
    [PLAN]: () => {
      reads += 1;
      return examplePlan({ next: otherSet(), ...(reads > 1 && { present: exampleSet({ name: 'Dritter' }) }) });
    },
    [CHOOSE]: refused(409, 'choice_changed'),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Zu diesen Anforderungen wechseln' }));
  await waitFor(() =>
    expect(ports.toasts()).toContainEqual(expect.objectContaining({ kind: 'error', title: 'Nicht gewählt' })),
  );
  await waitFor(() => expect(reads).toBe(2));
});

it('tells an institution whose page this is, without a request', async () => {
  await pages.open(PAGE, answers(), { profile: fakeProfile('institution') });
  expect(await screen.findByText('Diese Seite ist für PiW')).toBeVisible();
  expect(pages.asked(PLAN)).toEqual([]);
});

it('treats an invalid address as the page itself', async () => {
  await pages.open(`${PAGE}?satz=nichts`, answers());
  expect(await screen.findByRole('heading', { level: 1, name: 'Anforderungen' })).toBeVisible();
});
