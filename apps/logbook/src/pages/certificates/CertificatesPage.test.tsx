/** @jest-environment ../../jest.browser.mjs */
import { emitted, json, type Answers } from '@nemus/testing/jest';
import { pagesUnderTest } from '@nemus/testing/pages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import meeting from '../../../meeting.config';
import app from '../../app';
import { exampleCertificate, examplePerson } from '../../examples/week';

const pages = pagesUnderTest(app);
const outsider = { ...examplePerson, id: 'p2', name: 'Ohne Konto', has_account: false };
const open = (answers: Answers = {}) =>
  pages.open('/logbook/certificates', {
    'rpc/nemus_logbook_certificates': () => [],
    'rpc/nemus_possible_confirmers': () => [examplePerson, outsider],
    nemus_logbook_sites: () => [],
    nemus_training_info: () => ({
      field: null,
      procedure: null,
      chamber: '',
      training_site: '',
      supervisor_name: '',
      started_on: '2026-01-01',
      expected_end_on: null,
    }),
    'rpc/nemus_save_entry': () => ({ id: 'x', revision: 1, state: 'draft' }),
    'rpc/nemus_submit_entries': () => 1,
    ...answers,
  });
const type = (label: RegExp, value: string) =>
  fireEvent.change(within(screen.getByRole('form', { name: 'Zertifikat' })).getByLabelText(label), {
    target: { value },
  });

it('explains itself while there is none, and says why it shows nothing', async () => {
  await open();
  expect(await screen.findByText('Noch kein Zertifikat')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Zertifikate' })).toHaveAttribute('aria-current', 'page');
  await open({ 'rpc/nemus_logbook_certificates': () => json(503, {}) });
  expect(await screen.findByRole('button', { name: /Erneut/ })).toBeVisible();
});

it('saves a changed certificate with its file, and submits it to a person with an account', async () => {
  const { ports } = await open({
    'rpc/nemus_logbook_certificates': () => [exampleCertificate({ confirmer_id: null })],
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Bearbeiten: Traumatherapie, Grundkurs' }));
  const form = within(screen.getByRole('form', { name: 'Zertifikat' }));
  expect(form.getByText('Hochgeladen: zertifikat.pdf')).toBeVisible();
  expect(form.getByLabelText(/^Umfang in UE/)).toHaveValue('16');
  await waitFor(() => expect(form.getByRole('option', { name: 'Ada Lehr (Ambulanz am Park)' })).toBeInTheDocument());
  expect(form.queryByRole('option', { name: /Ohne Konto/ })).toBeNull();
  fireEvent.click(form.getByRole('button', { name: 'Einreichen' }));
  expect(await form.findByText('Bitte wählen Sie, wer bestätigt.')).toBeVisible();
  type(/^Wer bestätigt/, 'p1');
  type(/^Umfang in UE/, '20');
  type(/^Erster Tag/, '2025-10-01');
  type(/^Letzter Tag/, '2025-10-03');
  expect(form.getByText(/^Vor Beginn Ihrer Weiterbildung am 01.01.2026/)).toBeVisible();
  fireEvent.click(form.getByRole('button', { name: 'Einreichen' }));
  await waitFor(() => expect(ports.toasts()).toContainEqual({ kind: 'success', title: 'Zertifikat eingereicht' }));
  expect(await pages.sent('rpc/nemus_save_entry')).toEqual([
    {
      p_entry: expect.objectContaining({
        id: exampleCertificate().id,
        revision: 1,
        file_id: exampleCertificate().file_id,
        issuer: 'Akademie am Park',
        started_on: '2025-10-01',
        done_on: '2025-10-03',
        minutes: 900,
        category: 'theory',
        note: 'Traumatherapie, Grundkurs',
        confirmer_id: 'p1',
      }),
    },
  ]);
  expect(await pages.sent('rpc/nemus_submit_entries')).toEqual([{ p_entries: [exampleCertificate().id] }]);
  expect(ports.events.published()).toEqual([emitted(meeting, 'logbook-changed', 'a case was begun')]);
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Zertifikat' })).toBeNull());
});

it('offers a person limited to a site while the trainee is there', async () => {
  const local = { ...examplePerson, roles: examplePerson.roles.map((role) => ({ ...role, site: 'Klinik am See' })) };
  const site = { id: 's1', name: 'klinik am  SEE', started_on: '2020-01-01', share: 100, setting: null };
  const offered = async (ended: string | null) => {
    await open({
      'rpc/nemus_possible_confirmers': () => [local],
      nemus_logbook_sites: () => [{ ...site, ended_on: ended }],
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Zertifikat hinzufügen' }));
  };
  await offered('2025-12-31');
  expect(await screen.findByText(/Dafür muss sie heute unter „Stätten“ stehen/)).toBeVisible();
  expect(screen.queryByRole('option', { name: 'Ada Lehr (Ambulanz am Park)' })).toBeNull();
  await offered(null);
  expect(await screen.findByRole('option', { name: 'Ada Lehr (Ambulanz am Park)' })).toBeInTheDocument();
  expect(screen.queryByText(/Dafür muss sie heute/)).toBeNull();
});

it('asks for what is missing, and shows what the database refuses beside its field', async () => {
  await open({
    'rpc/nemus_logbook_certificates': () => [exampleCertificate()],
    'rpc/nemus_save_entry': () =>
      json(400, {
        code: 'PT400',
        message: 'invalid_field',
        hint: 'invalid_field',
        details: JSON.stringify({ field: 'file_id', problem: 'file_twice', done_on: '2026-03-01' }),
      }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Zertifikat hinzufügen' }));
  fireEvent.click(screen.getByRole('button', { name: 'Als Entwurf speichern' }));
  expect(await screen.findByText('Bitte laden Sie die Datei hoch.')).toBeVisible();
  expect(screen.getByText('Bitte geben Sie den Titel an.')).toBeVisible();
  expect(await pages.sent('rpc/nemus_save_entry')).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Bearbeiten: Traumatherapie, Grundkurs' }));
  fireEvent.click(screen.getByRole('button', { name: 'Als Entwurf speichern' }));
  expect(
    await screen.findByText('Diese Datei ist für diese Kategorie schon eingetragen, beim Nachweis vom 01.03.2026.'),
  ).toBeVisible();
});

it('uploads the file before anything is saved', async () => {
  await open({
    'rpc/nemus_begin_certificate_upload': () =>
      json(413, {
        code: 'PT413',
        message: 'media_too_large',
        hint: 'media_too_large',
        details: JSON.stringify({ most_bytes: 10_485_760 }),
      }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Zertifikat hinzufügen' }));
  const file = new File(['x'], 'Scan.PDF', { type: '' });
  fireEvent.change(screen.getByLabelText('Datei hochladen', { selector: 'input' }), { target: { files: [file] } });
  expect(await screen.findByText('Diese Datei ist zu groß. Erlaubt sind höchstens 10 MB.')).toBeVisible();
  expect(await pages.sent('rpc/nemus_begin_certificate_upload')).toEqual([
    { p_type: 'application/pdf', p_size: 1, p_file_name: 'Scan.PDF' },
  ]);
});

it('opens the correction of a confirmed one, with its values', async () => {
  const confirmed = exampleCertificate({
    state: 'confirmed',
    confirmed_by: 'Ada Lehr',
    confirmed_at: '2026-11-20T08:00:00Z',
  });
  const correction = exampleCertificate({ id: 'k2', corrects: confirmed.id, note: 'Traumatherapie, Berichtigung' });
  let made = false;
  await open({
    'rpc/nemus_logbook_certificates': () => (made ? [correction, confirmed] : [confirmed]),
    'rpc/nemus_correct_entry': () => {
      made = true;
      return 'k2';
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Berichtigen: Traumatherapie, Grundkurs' }));
  expect(await screen.findByLabelText(/^Titel des Kurses/)).toHaveValue('Traumatherapie, Berichtigung');
});
