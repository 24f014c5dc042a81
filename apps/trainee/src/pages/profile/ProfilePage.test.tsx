/** @jest-environment ../../jest.browser.mjs */
import { type Answers, emitted, fakeProfile, json } from '@nemus/testing/jest';
import { pagesUnderTest } from '@nemus/testing/pages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import meeting from '../../../meeting.config';
import app from '../../app';
import {
  exampleCertificate,
  examplePersonalData,
  exampleTrainingInfo,
  exampleTrainingProgress,
} from '../../examples/rows';

const stored = { user_id: fakeProfile('piw').userId };
/** A table of one row that can be read and updated. */
const oneRow = (row: object) => (request: Request) => [request.method === 'PATCH' ? stored : row];
const rows: Answers = {
  nemus_profiles: oneRow({}),
  nemus_personal_data: oneRow(examplePersonalData),
  nemus_training_info: oneRow(exampleTrainingInfo),
  nemus_training_progress: () => exampleTrainingProgress,
  'rpc/nemus_my_certificates': () => [exampleCertificate],
  'rpc/nemus_institution_links': () => [],
};

const LINK = { trainee_id: 't-1', institution_name: 'Praxis am Park', linked_at: '2026-03-02T10:00:00Z' };

const pages = pagesUnderTest(app);

async function open(answers: Answers = rows, options: Parameters<typeof pages.open>[2] = {}) {
  const page = await pages.open('/profile', answers, options);
  await screen.findByRole('heading', { level: 1, name: 'Profil' });
  return page;
}
const savedBodies = async (table: string) => {
  const requests = pages.requests().filter(({ method, url }) => method === 'PATCH' && url.includes(`/${table}?`));
  return Promise.all(requests.map(async (request): Promise<unknown> => request.json()));
};

it('shows personal data, training, progress with its mean, and certificates', async () => {
  await open();
  expect(await screen.findByText('Musterweg 5, 50667 Köln')).toBeInTheDocument();
  expect(screen.getByText('12.04.1991')).toBeInTheDocument();
  expect(await screen.findByText('Psychotherapeutenkammer NRW')).toBeInTheDocument();
  expect(await screen.findByRole('progressbar', { name: 'Gesamtfortschritt' })).toHaveAttribute('aria-valuenow', '63');
  expect(screen.getByRole('progressbar', { name: 'E-Learning' })).toHaveAttribute(
    'aria-valuetext',
    '85 von 150\u00A0UE',
  );
  expect(
    await screen.findByRole('button', { name: 'PDF herunterladen: Grundlagen der Verhaltenstherapie' }),
  ).toBeEnabled();
});

it('shows every linked institution with what it sees, and ends a link after a confirmation', async () => {
  let links = [LINK, { ...LINK, trainee_id: 't-2', institution_name: 'Zentrum Süd' }];
  const { ports } = await open({
    ...rows,
    'rpc/nemus_institution_links': () => links,
    'rpc/nemus_leave_institution': () => {
      links = links.slice(0, 1);
      return json(200, null);
    },
  });
  const end = await screen.findByRole('button', { name: 'Verbindung beenden: Zentrum Süd' });
  expect(screen.getByRole('button', { name: 'Verbindung beenden: Praxis am Park' })).toBeEnabled();
  expect(screen.getAllByText('Verbunden seit 02.03.2026')).toHaveLength(2);
  expect(screen.getByText('Ihren Stand in Theorie, Praxis und E-Learning')).toBeInTheDocument();
  fireEvent.click(end);
  const sent = () => pages.requests().filter(({ url }) => url.includes('nemus_leave_institution'));
  const dialog = await screen.findByRole('alertdialog', { name: 'Verbindung beenden?' });
  expect(within(dialog).getByText(/Zentrum Süd sieht Ihren Fortschritt danach nicht mehr/)).toBeInTheDocument();
  expect(sent()).toHaveLength(0);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Verbindung beenden' }));
  await waitFor(() => expect(screen.queryByText('Zentrum Süd')).toBeNull());
  expect(screen.getByText('Praxis am Park')).toBeInTheDocument();
  expect(await sent()[0]?.json()).toEqual({ p_trainee: 't-2' });
  expect(ports.toasts().map(({ title }) => title)).toEqual(['Verbindung beendet']);
});

it('does not claim that a link still exists without the server’s answer', async () => {
  const { ports } = await open({
    ...rows,
    'rpc/nemus_institution_links': () => [LINK],
    'rpc/nemus_leave_institution': () => json(503, { message: 'the database is starting up' }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Verbindung beenden: Praxis am Park' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Verbindung beenden?' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Verbindung beenden' }));
  await waitFor(() =>
    expect(ports.toasts()).toEqual([
      {
        kind: 'error',
        title: 'Verbindung nicht beendet',
        description: 'Der Server hat es nicht bestätigt. Ob die Verbindung noch besteht, zeigt Ihr Profil.',
      },
    ]),
  );
});

it('says that no institution sees the progress of an account without links', async () => {
  await open();
  expect(await screen.findByText(/mit keiner Weiterbildungsstätte verbunden/)).toBeInTheDocument();
});

it('shows an institution its account and nothing of a training', async () => {
  await open({}, { profile: fakeProfile('institution') });
  expect(await screen.findByText('Institut Probe')).toBeInTheDocument();
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(pages.requests()).toHaveLength(0);
});

describe('editing', () => {
  const edit = async (what: string) => {
    fireEvent.click(await screen.findByRole('button', { name: `Bearbeiten: ${what}` }));
    return screen.findByRole('form', { name: what });
  };
  const type = (form: HTMLElement, label: string, value: string) =>
    fireEvent.change(within(form).getByLabelText(new RegExp(`^${label}`)), { target: { value } });

  it('saves personal data and notifies the rest of the portal', async () => {
    const page = await open();
    // Users who get the message must be able to reload: the address no longer contains a form.
    const told: string[] = [];
    page.ports.events.subscribe('profile-changed', () => told.push(page.ports.navigation.getLocation().search));
    const form = await edit('Persönliche Daten');
    type(form, 'Vorname', 'Ada');
    type(form, 'Ort', 'Bonn');
    fireEvent.click(within(form).getByRole('button', { name: 'Änderungen speichern' }));
    await waitFor(() => expect(page.ports.toasts().map(({ title }) => title)).toEqual(['Profil gespeichert']));
    expect(await savedBodies('nemus_personal_data')).toEqual([{ ...examplePersonalData, city: 'Bonn' }]);
    expect(await savedBodies('nemus_profiles')).toEqual([{ first_name: 'Ada', last_name: 'Probe' }]);
    expect(page.ports.session.reloads()).toBe(1);
    expect(page.ports.events.published()).toEqual([emitted(meeting, 'profile-changed', 'personal data were saved')]);
    expect(told).toEqual(['']);
    expect(screen.queryByRole('form')).toBeNull();
  });

  it('leads to the request for another name, and to that for another address, once the name is on a proof', async () => {
    await open({ ...rows, 'rpc/nemus_name_is_proved': () => true, nemus_name_requests: () => [] });
    const form = await edit('Persönliche Daten');
    expect(await within(form).findByRole('link', { name: 'Anderen Namen beantragen' })).toHaveAttribute(
      'href',
      '/account/name',
    );
    expect(within(form).getByRole('link', { name: 'E-Mail-Adresse ändern' })).toHaveAttribute('href', '/account/email');
    expect(within(form).getByLabelText('Nachname')).toHaveAttribute('readonly');
    type(form, 'Ort', 'Bonn');
    fireEvent.click(within(form).getByRole('button', { name: 'Änderungen speichern' }));
    await waitFor(async () => expect(await savedBodies('nemus_personal_data')).toHaveLength(1));
    expect(await savedBodies('nemus_profiles')).toEqual([]);
  });

  it('says why a name is refused, and saves nothing else then', async () => {
    const page = await open({
      ...rows,
      nemus_profiles: (request) =>
        request.method === 'PATCH'
          ? json(409, { code: 'PT409', message: 'name_is_proved', hint: 'name_is_proved', details: null })
          : [{}],
    });
    const form = await edit('Persönliche Daten');
    type(form, 'Nachname', 'Berg');
    fireEvent.click(within(form).getByRole('button', { name: 'Änderungen speichern' }));
    await waitFor(() =>
      expect(page.ports.toasts()).toEqual([
        {
          kind: 'error',
          title: 'Profil nicht gespeichert',
          description: expect.stringMatching(/^Ihre Eingaben sind noch da\. Ihr Name steht auf bestätigten Stunden/),
        },
      ]),
    );
    expect(await savedBodies('nemus_personal_data')).toEqual([]);
  });

  it('names what is wrong at the field and sends nothing', async () => {
    await open();
    const form = await edit('Persönliche Daten');
    type(form, 'Postleitzahl', '123');
    fireEvent.click(within(form).getByRole('button', { name: 'Änderungen speichern' }));
    expect(
      await within(form).findByText('Eine Postleitzahl hat fünf Ziffern, in Österreich und der Schweiz vier.'),
    ).toBeInTheDocument();
    expect(within(form).getByLabelText(/^Postleitzahl/)).toHaveAttribute('aria-invalid', 'true');
    expect(await savedBodies('nemus_personal_data')).toEqual([]);
  });

  it('saves the training', async () => {
    await open();
    const form = await edit('Weiterbildung');
    type(form, 'Verfahren', 'Systemische Therapie');
    type(form, 'Beginn', '');
    fireEvent.click(within(form).getByRole('button', { name: 'Änderungen speichern' }));
    await waitFor(async () =>
      expect(await savedBodies('nemus_training_info')).toEqual([
        { ...exampleTrainingInfo, procedure: 'Systemische Therapie', started_on: null },
      ]),
    );
  });

  it('keeps the input when saving fails', async () => {
    const page = await open({
      ...rows,
      nemus_training_info: (request) =>
        request.method === 'PATCH' ? json(500, { code: 'XX000', message: 'broken' }) : [exampleTrainingInfo],
    });
    const form = await edit('Weiterbildung');
    type(form, 'Kammer', 'Kammer Hessen');
    fireEvent.click(within(form).getByRole('button', { name: 'Änderungen speichern' }));
    await waitFor(() => expect(page.ports.toasts().map(({ kind }) => kind)).toEqual(['error']));
    expect(within(form).getByLabelText(/^Kammer/)).toHaveValue('Kammer Hessen');
  });

  it('asks before unsaved work is left, by the menu as by the form itself', async () => {
    const page = await open();
    const form = await edit('Weiterbildung');
    type(form, 'Kammer', 'Kammer Hessen');
    page.ports.navigation.push('/dashboard');
    fireEvent.click(await screen.findByRole('button', { name: 'Weiter bearbeiten' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(page.ports.navigation.getLocation().pathname).toBe('/profile');
    fireEvent.click(within(form).getByRole('button', { name: 'Abbrechen' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Änderungen verwerfen' }));
    await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
    expect(screen.getByText('Psychotherapeutenkammer NRW')).toBeInTheDocument();
  });

  it('lets go without a question when nothing was changed', async () => {
    const page = await open();
    const form = await edit('Weiterbildung');
    fireEvent.click(within(form).getByRole('button', { name: 'Abbrechen' }));
    await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
    expect(page.ports.navigation.guardCount()).toBe(0);
  });
});
