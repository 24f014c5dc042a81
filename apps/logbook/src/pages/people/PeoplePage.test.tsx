/** @jest-environment ../../jest.browser.mjs */
import { pagesUnderTest } from '@nemus/testing/pages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import app from '../../app';

const ADA = {
  id: 'c1',
  name: 'Dr. Ada Lehr',
  email: 'ada@lehr.example',
  state: 'account',
  declined_at: null,
  open: 3,
  roles: [
    {
      id: 'r1',
      role: 'leader',
      site: 'Ambulanz',
      trainee_id: null,
      trainee_name: null,
      valid_from: '2026-01-01',
      valid_until: null,
    },
  ],
  deputies: [],
};
const BEN = { ...ADA, id: 'c2', name: 'Ben Alt', email: 'ben@alt.example', open: 0, roles: [] };
const CEM = { ...BEN, id: 'c3', name: 'Cem Neu', state: 'declined', declined_at: '2026-11-20T10:00:00+00:00' };
const refused = (status: number, code: string, values: object) =>
  Response.json({ code: `PT${status}`, message: code, hint: code, details: JSON.stringify(values) }, { status });
const ANSWERS = {
  'rpc/nemus_confirming_people': () => [ADA, BEN, CEM],
  nemus_trainees: () => [{ id: 't1', first_name: 'Eva', last_name: 'Test' }],
};
const pages = pagesUnderTest(app, 'institution');

it('lists people with roles, pending entries, and who declined', async () => {
  await pages.open('/logbook/people', ANSWERS);
  expect(await screen.findByRole('heading', { level: 2, name: 'Dr. Ada Lehr' })).toBeVisible();
  expect(screen.getByText('Befugte*r, alle PiW, Ambulanz, seit 01.01.2026')).toBeVisible();
  expect(screen.getByText(/^3.Einträge$/)).toBeVisible();
  expect(screen.getByText('Noch ohne Rolle: So kann die Person nichts bestätigen.')).toBeVisible();
  expect(screen.getByText(/Am 20\.11\.2026 abgelehnt/)).toBeVisible();
});

it('adds a confirmer; reports a taken address at its field', async () => {
  let answer: () => unknown = () => refused(409, 'confirmer_email_taken', { field: 'email', name: 'Ben Alt' });
  const { ports } = await pages.open('/logbook/people', { ...ANSWERS, 'rpc/nemus_name_confirmer': () => answer() });
  fireEvent.click(await screen.findByRole('button', { name: 'Person benennen' }));
  const dialog = await screen.findByRole('dialog', { name: 'Person benennen' });
  fireEvent.change(within(dialog).getByLabelText('Name'), { target: { value: 'Ida Groß' } });
  fireEvent.change(within(dialog).getByLabelText('E-Mail'), { target: { value: 'ben@alt.example' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Speichern' }));
  expect(await within(dialog).findByText('Diese E-Mail-Adresse ist schon bei Ben Alt eingetragen.')).toBeVisible();
  expect(within(dialog).getByLabelText('E-Mail')).toBeInvalid();
  answer = () => 'c9';
  fireEvent.click(within(dialog).getByRole('button', { name: 'Speichern' }));
  await waitFor(() => expect(ports.toasts()).toContainEqual({ kind: 'success', title: 'Ida Groß ist benannt' }));
  expect(await pages.asked('rpc/nemus_name_confirmer').at(-1)?.clone().json()).toMatchObject({
    p_name: 'Ida Groß',
    p_email: 'ben@alt.example',
    p_role: 'supervision',
    p_site: '',
  });
});

it('grants a role for one trainee; reports the forbidden pair at the role', async () => {
  await pages.open('/logbook/people', {
    ...ANSWERS,
    'rpc/nemus_save_confirmer_role': () => refused(409, 'forbidden_pair', { field: 'role' }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Rolle geben: Dr. Ada Lehr' }));
  const dialog = await screen.findByRole('dialog', { name: 'Rolle geben' });
  fireEvent.click(within(dialog).getByRole('radio', { name: /^Selbsterfahrung/ }));
  await within(dialog).findByRole('option', { name: 'Test, Eva' });
  fireEvent.change(within(dialog).getByLabelText('Für wen'), { target: { value: 't1' } });
  fireEvent.change(within(dialog).getByLabelText('Erster Tag'), { target: { value: '2026-12-01' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Speichern' }));
  expect(await within(dialog).findByText(/kann nicht dieselbe Person sein/)).toBeVisible();
  expect(within(dialog).getByRole('radiogroup', { name: 'Rolle' })).toHaveAttribute('aria-invalid', 'true');
  expect(await pages.sent('rpc/nemus_save_confirmer_role')).toEqual([
    { p_confirmer: 'c1', p_role: 'self_experience', p_valid_from: '2026-12-01', p_site: '', p_trainee: 't1' },
  ]);
});

it('requires a role’s first day before any request', async () => {
  await pages.open('/logbook/people', ANSWERS);
  fireEvent.click(await screen.findByRole('button', { name: 'Rolle geben: Ben Alt' }));
  const dialog = await screen.findByRole('dialog', { name: 'Rolle geben' });
  fireEvent.change(within(dialog).getByLabelText('Erster Tag'), { target: { value: '' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Speichern' }));
  expect(await within(dialog).findByText('Bitte wählen Sie den ersten Tag.')).toBeVisible();
  expect(pages.asked('rpc/nemus_save_confirmer_role')).toEqual([]);
});

it('names a deputy: another person, with an account', async () => {
  const { ports } = await pages.open('/logbook/people', { ...ANSWERS, 'rpc/nemus_save_deputy': () => 'd1' });
  fireEvent.click(await screen.findByRole('button', { name: 'Vertretung eintragen: Dr. Ada Lehr' }));
  const dialog = await screen.findByRole('dialog', { name: 'Vertretung eintragen' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Speichern' }));
  expect(await within(dialog).findByText('Bitte wählen Sie, wer vertritt.')).toBeVisible();
  expect(
    within(dialog)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['Bitte wählen', 'Ben Alt']);
  fireEvent.change(within(dialog).getByLabelText('Vertretung'), { target: { value: 'c2' } });
  fireEvent.change(within(dialog).getByLabelText('Erster Tag'), { target: { value: '2026-12-20' } });
  fireEvent.change(within(dialog).getByLabelText('Letzter Tag'), { target: { value: '2027-01-06' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Speichern' }));
  await waitFor(() =>
    expect(ports.toasts()).toContainEqual({ kind: 'success', title: 'Vertretung für Dr. Ada Lehr eingetragen' }),
  );
  expect(await pages.sent('rpc/nemus_save_deputy')).toEqual([
    { p_confirmer: 'c1', p_deputy: 'c2', p_valid_from: '2026-12-20', p_valid_until: '2027-01-06' },
  ]);
});

it('removes a person from the list, and says what is still pending', async () => {
  const { ports } = await pages.open('/logbook/people', { ...ANSWERS, 'rpc/nemus_end_confirmer': () => 3 });
  fireEvent.click(await screen.findByRole('button', { name: 'Von der Liste nehmen: Dr. Ada Lehr' }));
  const dialog = await screen.findByRole('dialog', { name: 'Person von der Liste nehmen' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Von der Liste nehmen' }));
  await waitFor(() =>
    expect(ports.toasts()).toContainEqual({
      kind: 'success',
      title: 'Von der Liste genommen; 3 Einträge warten noch',
    }),
  );
});

it('explains confirmers to an institution without any', async () => {
  await pages.open('/logbook/people', { ...ANSWERS, 'rpc/nemus_confirming_people': () => [] });
  expect(await screen.findByText('Noch niemand ist benannt')).toBeVisible();
});

it('the workload shows the open entries of each confirmer, since when, and the last mail', async () => {
  await pages.open('/logbook/workload', {
    'rpc/nemus_sign_off_workload': () => [
      {
        confirmer_id: 'c1',
        name: 'Dr. Ada Lehr',
        state: 'ended',
        open: 12,
        trainees: 2,
        oldest_submitted_at: '2026-11-01T10:00:00+00:00',
        reminded_at: '2026-11-16T06:00:00+00:00',
      },
    ],
  });
  expect(await screen.findByText('12 Einträge von 2 Personen')).toBeVisible();
  for (const shown of ['01.11.2026', '16.11.2026', 'Nicht mehr auf der Liste']) {
    expect(screen.getByText(shown)).toBeVisible();
  }
});

it('moves the first day of a role into the past, and explains an overlap there', async () => {
  let answer: () => unknown = () => refused(409, 'role_overlaps', { field: 'valid_from', from: '2024-01-01' });
  await pages.open('/logbook/people', { ...ANSWERS, 'rpc/nemus_save_confirmer_role': () => answer() });
  fireEvent.click(await screen.findByRole('button', { name: /^Rolle bearbeiten: Dr. Ada Lehr/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Rolle bearbeiten' });
  expect(within(dialog).getByLabelText(/^Stätte/)).toHaveValue('Ambulanz');
  fireEvent.change(within(dialog).getByLabelText('Erster Tag'), { target: { value: '2024-05-01' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Speichern' }));
  expect(await within(dialog).findByText(/schon seit 01\.01\.2024\. Bearbeiten Sie den vorhandenen/)).toBeVisible();
  answer = () => 'r1';
  fireEvent.click(within(dialog).getByRole('button', { name: 'Speichern' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await pages.asked('rpc/nemus_save_confirmer_role').at(-1)?.clone().json()).toMatchObject({
    p_role_id: 'r1',
    p_valid_from: '2024-05-01',
    p_role: 'leader',
  });
});

it('marks invented people, and offers to remove them', async () => {
  await pages.open('/logbook/people', { 'rpc/nemus_confirming_people': () => [{ ...ADA, is_sample: true }, BEN] });
  const ada = (await screen.findByRole('heading', { name: 'Dr. Ada Lehr' })).closest('tr');
  expect(ada).toHaveTextContent('Beispiel');
  expect(screen.getByRole('heading', { name: 'Ben Alt' }).closest('tr')).not.toHaveTextContent('Beispiel');
  expect(screen.getByRole('button', { name: 'Beispieldaten entfernen' })).toBeVisible();
});

it('says what the first day means for older hours', async () => {
  await pages.open('/logbook/people', ANSWERS);
  fireEvent.click(await screen.findByRole('button', { name: 'Person benennen' }));
  const dialog = await screen.findByRole('dialog', { name: 'Person benennen' });
  expect(
    within(dialog).getByText(/^Stunden vor dem .* können in dieser Rolle nicht bestätigt werden\.$/),
  ).toBeVisible();
  fireEvent.change(within(dialog).getByLabelText('Erster Tag'), { target: { value: '2024-05-01' } });
  expect(within(dialog).getByText(/^Bestätigt werden können auch Stunden seit dem 01\.05\.2024/)).toBeVisible();
});

it('names several people from a list with one role, skips faulty lines, and says who was refused', async () => {
  const { ports } = await pages.open('/logbook/people', {
    ...ANSWERS,
    'rpc/nemus_name_confirmer': async (request) => {
      const { p_email: email } = (await request.clone().json()) as { p_email: string };
      return email === 'cem@neu.example'
        ? refused(409, 'role_overlaps', { field: 'valid_from', from: '2024-01-01' })
        : 'c9';
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Person benennen' }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Mehrere aus einer Liste' }));
  const dialog = await screen.findByRole('dialog', { name: 'Personen benennen' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Speichern' }));
  expect(within(dialog).getByText(/steht noch keine Person/)).toBeVisible();
  fireEvent.change(within(dialog).getByLabelText('Liste'), {
    target: {
      value: [
        'Name;E-Mail',
        'Dr. Ida Groß;ida@gross.example',
        'Ohne Adresse;',
        'Cem Neu;cem@neu.example',
        'Ida Groß;IDA@gross.example',
      ].join('\n'),
    },
  });
  expect(within(dialog).getByText('2 Personen werden benannt, 2 Zeilen übersprungen.')).toBeVisible();
  expect(within(dialog).getByText(/^Zeile 3: Ohne Adresse: Die E-Mail-Adresse fehlt/)).toBeVisible();
  fireEvent.click(within(dialog).getByRole('button', { name: 'Speichern' }));
  expect(await within(dialog).findByText(/^Zeile 3: Cem Neu: /)).toBeVisible();
  expect(ports.toasts()).toContainEqual({ kind: 'success', title: '1 Person ist benannt' });
  const asked = await Promise.all(
    pages
      .asked('rpc/nemus_name_confirmer')
      .map((request) => request.clone().json() as Promise<Record<string, unknown>>),
  );
  expect(asked.map(({ p_name: name, p_email: email }) => [name, email])).toEqual([
    ['Dr. Ida Groß', 'ida@gross.example'],
    ['Cem Neu', 'cem@neu.example'],
  ]);

  // Saved again, only the refused person is sent; the faulty line is still in the list.
  expect(within(dialog).getByText('1 Person wird benannt, 1 Zeile übersprungen.')).toBeVisible();
  expect(within(dialog).getByText(/^Zeile 2: Ohne Adresse: /)).toBeVisible();
  fireEvent.click(within(dialog).getByRole('button', { name: 'Speichern' }));
  await waitFor(() => expect(pages.asked('rpc/nemus_name_confirmer')).toHaveLength(3));
  expect(await pages.asked('rpc/nemus_name_confirmer').at(-1)?.clone().json()).toMatchObject({ p_name: 'Cem Neu' });
  expect(await within(dialog).findByText('Nicht benannt')).toBeVisible();
  fireEvent.change(within(dialog).getByLabelText('Liste'), { target: { value: 'Cem Neu <cem@andere.example>' } });
  await waitFor(() => expect(within(dialog).queryByText('Nicht benannt')).toBeNull());
});
