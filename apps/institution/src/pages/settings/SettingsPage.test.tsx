/** @jest-environment ../../jest.browser.mjs */
import { emitted, json, type Answers } from '@nemus/testing/jest';
import { pagesUnderTest } from '@nemus/testing/pages';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import meeting from '../../../meeting.config';
import app from '../../app';
import { exampleSettings } from '../../examples/rows';

const UNEXPECTED = expect.stringMatching(
  /^Es ist ein unerwarteter Fehler aufgetreten\. Bitte versuchen Sie es noch einmal\. Support-ID: [A-Z\d]{4}-[A-Z\d]{4}$/,
);
const pages = pagesUnderTest(app, 'institution');

/** The row of settings, which stores what is saved. */
function stored(): Answers {
  let settings = exampleSettings;
  return {
    nemus_institution_settings: async (request) => {
      if (request.method === 'PATCH') settings = { ...settings, ...(await request.clone().json()) };
      return settings;
    },
  };
}
const open = (tab: string, answers: Answers = stored()) =>
  pages.open(`/settings${tab && `?bereich=${tab}`}`, answers).then(async (page) => {
    await screen.findByRole('heading', { level: 1, name: 'Einstellungen' });
    return page;
  });
const save = () => screen.findByRole('button', { name: 'Einstellungen speichern' });
const field = (name: string | RegExp) => screen.findByRole('textbox', { name });
const typeInto = async (name: string | RegExp, value: string) =>
  fireEvent.change(await field(name), { target: { value } });

it('shows a skeleton, reports when the settings cannot be read, and loads them on request', async () => {
  let settle: (answer: Response) => void = () => undefined;
  let answer: () => unknown = () => new Promise<Response>((resolve) => (settle = resolve));
  const { element } = await open('', { nemus_institution_settings: () => answer() });
  await waitFor(() => expect(element.querySelector('[aria-busy="true"]')).not.toBeNull());
  answer = () => exampleSettings;
  settle(json(403, { code: '42501', message: 'permission denied' }));
  expect(await screen.findByText('Laden fehlgeschlagen: Ihre Einstellungen')).toBeVisible();
  expect(screen.getByText('Für diese Daten fehlt Ihnen die Berechtigung.')).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: /Erneut/ }));
  expect(await field('Name der Institution')).toHaveValue('Praxis am Park');
  expect(element.querySelector('[aria-busy="true"]')).toBeNull();
});

describe('the institution', () => {
  it('names what is wrong at its field, moves there, and sends nothing', async () => {
    await open('');
    await typeInto(/^Website/, 'kein link');
    fireEvent.click(await save());
    expect(
      await screen.findByText('Bitte geben Sie eine gültige Webadresse ein, etwa https://www.praxis.example.'),
    ).toBeVisible();
    const website = await field(/^Website/);
    expect(website).toHaveFocus();
    expect(website).toBeInvalid();
    expect(await pages.sent('nemus_institution_settings')).toEqual([]);
  });

  it('is saved once, with its web address completed, and the portal learns its name', async () => {
    const { ports } = await open('');
    await typeInto('Name der Institution', 'Praxis am See');
    await typeInto(/^Website/, 'www.praxis.example');
    const button = await save();
    // A double click: both happen before a render.
    act(() => {
      fireEvent.click(button);
      fireEvent.click(button);
    });
    await waitFor(() => expect(ports.toasts()).toEqual([{ kind: 'success', title: 'Einstellungen gespeichert' }]));
    expect(await pages.sent('nemus_institution_settings')).toEqual([
      {
        institution_name: 'Praxis am See',
        institution_address: '',
        institution_phone: '',
        institution_website: 'https://www.praxis.example',
        institution_description: '',
      },
    ]);
    expect(ports.session.reloads()).toBe(1);
    expect(ports.events.published()).toEqual([emitted(meeting, 'profile-changed', 'the settings were saved')]);
    // Saved input needs no confirmation.
    await waitFor(() => expect(ports.navigation.guardCount()).toBe(0));
  });

  it('keeps the input when saving fails, and says why', async () => {
    const { ports } = await open('', {
      nemus_institution_settings: ({ method }) =>
        method === 'PATCH' ? json(403, { code: '42501', message: 'no' }) : exampleSettings,
    });
    await typeInto('Name der Institution', 'Praxis am See');
    fireEvent.click(await save());
    await waitFor(() =>
      expect(ports.toasts()).toEqual([
        {
          kind: 'error',
          title: 'Einstellungen nicht gespeichert',
          description: UNEXPECTED,
        },
      ]),
    );
    expect(await field('Name der Institution')).toHaveValue('Praxis am See');
  });
});

it('starts with the switches of S-7.14 and saves them', async () => {
  await open('benachrichtigungen');
  const toggle = (name: string) => screen.findByRole('switch', { name });
  expect(await toggle('E-Mail-Benachrichtigungen')).toBeChecked();
  expect(await toggle('SMS-Benachrichtigungen')).not.toBeChecked();
  expect(await toggle('Neuigkeiten und Angebote')).not.toBeChecked();
  expect(await toggle('Wöchentliche Berichte')).toBeChecked();
  expect(screen.getByRole('link', { name: 'Ihre Mobilnummer im Konto' })).toHaveAttribute('href', '/account/phone');
  fireEvent.click(await toggle('Neuigkeiten und Angebote'));
  fireEvent.click(await toggle('SMS-Benachrichtigungen'));
  fireEvent.click(await save());
  await waitFor(async () =>
    expect(await pages.sent('nemus_institution_settings')).toEqual([
      { email_notifications: true, sms_notifications: true, marketing_emails: true, weekly_reports: true },
    ]),
  );
});

it('without a proved number the switch for SMS is refused with the reason, and stays as it was chosen', async () => {
  const { ports } = await open('benachrichtigungen', {
    nemus_institution_settings: (request) =>
      request.method === 'PATCH'
        ? json(409, { code: 'PT409', message: 'phone_missing', hint: 'phone_missing', details: null })
        : exampleSettings,
  });
  fireEvent.click(await screen.findByRole('switch', { name: 'SMS-Benachrichtigungen' }));
  fireEvent.click(await save());
  await waitFor(() =>
    expect(ports.toasts()).toEqual([
      {
        kind: 'error',
        title: 'Einstellungen nicht gespeichert',
        description: 'Für SMS braucht es eine geprüfte Mobilnummer. Tragen Sie Ihre Nummer zuerst unter „Konto“ ein.',
      },
    ]),
  );
});

it('shows day and hour of the weekly report, if there is one, and keeps its form when they are saved', async () => {
  let saved = { weekday: 1, hour: 8 };
  let reads = 0;
  const { ports } = await open('benachrichtigungen', {
    ...stored(),
    nemus_report_times: () => {
      reads += 1;
      return saved;
    },
    'rpc/nemus_choose_report_time': () => {
      saved = { weekday: 5, hour: 17 };
      return null;
    },
  });
  fireEvent.change(await screen.findByLabelText('Wochentag'), { target: { value: '5' } });
  fireEvent.change(screen.getByLabelText('Uhrzeit'), { target: { value: '17' } });
  const before = reads;
  const link = screen.getByRole('link', { name: 'Bisherige Wochenberichte' });
  fireEvent.click(screen.getByRole('button', { name: 'Zeitpunkt speichern' }));
  await waitFor(() => expect(ports.toasts()).toEqual([{ kind: 'success', title: 'Zeitpunkt gespeichert' }]));
  expect(await pages.sent('rpc/nemus_choose_report_time')).toEqual([{ p_weekday: 5, p_hour: 17 }]);
  await waitFor(() => expect(reads).toBeGreaterThan(before));
  await act(() => Promise.resolve());
  expect(screen.getByLabelText('Wochentag')).toHaveValue('5');
  // A keyboard user who moved on to it during the request is still there.
  expect(link).toBeInTheDocument();
});

it('saves the limit of a booking, and keeps its form meanwhile', async () => {
  let limit: { credits: number | null; cents: number | null } | null = null;
  let reads = 0;
  const { ports } = await open('buchungen', {
    ...stored(),
    'rpc/nemus_budgets': () => {
      reads += 1;
      return { year: 2026, limit, budgets: [] };
    },
    'rpc/nemus_set_spending_limit': () => {
      limit = { credits: 10, cents: null };
      return null;
    },
  });
  const credits = await field(/^Credits/);
  fireEvent.change(credits, { target: { value: '10' } });
  const before = reads;
  fireEvent.click(await save());
  await waitFor(() => expect(ports.toasts()).toEqual([{ kind: 'success', title: 'Grenze gespeichert' }]));
  await waitFor(() => expect(reads).toBeGreaterThan(before));
  await act(() => Promise.resolve());
  // Keyboard users keep their position.
  expect(credits).toBeInTheDocument();
  expect(credits).toHaveValue('10');
});

it('shows how the account is protected, and links to a new password', async () => {
  const { ports } = await open('');
  fireEvent.click(await screen.findByRole('tab', { name: 'Sicherheit' }));
  expect(await screen.findByRole('switch', { name: 'Zwei-Faktor-Authentifizierung' })).not.toBeChecked();
  expect(screen.getByRole('link', { name: 'Passwort ändern' })).toHaveAttribute('href', '/reset-password');
  expect(ports.navigation.getLocation().search).toBe('?bereich=sicherheit');
});

it('requires a second factor of all members, and says who needs one first', async () => {
  const { ports } = await open('sicherheit', {
    nemus_institution_settings: ({ method }) =>
      method === 'PATCH'
        ? json(409, { code: 'PT409', message: 'own_factor_first', hint: 'own_factor_first', details: null })
        : exampleSettings,
  });
  fireEvent.click(await screen.findByRole('switch', { name: 'Zwei-Faktor-Authentifizierung' }));
  fireEvent.click(within(screen.getByRole('form', { name: 'Sicherheit' })).getByRole('button'));
  await waitFor(() =>
    expect(ports.toasts()).toContainEqual(
      expect.objectContaining({
        kind: 'error',
        description: expect.stringMatching(/^Richten Sie zuerst für Ihr eigenes Konto einen zweiten Faktor ein/),
      }),
    ),
  );
  expect(await pages.sent('nemus_institution_settings')).toEqual([{ two_factor_enabled: true }]);
});

it('switches the notice of a new device off', async () => {
  await open('sicherheit');
  const alerts = await screen.findByRole('switch', { name: 'Hinweise bei neuer Anmeldung' });
  expect(alerts).toBeChecked();
  fireEvent.click(alerts);
  fireEvent.click(within(screen.getByRole('form', { name: 'Anmeldungen' })).getByRole('button'));
  await waitFor(async () => expect(await pages.sent('nemus_institution_settings')).toEqual([{ login_alerts: false }]));
});

describe('the billing', () => {
  const saveOf = async (form: string) =>
    within(await screen.findByRole('form', { name: form })).getByRole('button', { name: 'Einstellungen speichern' });

  it('accepts an interval, a format and a reference, and shows pending payments', async () => {
    const { ports } = await open('abrechnung', {
      ...stored(),
      nemus_invoice_choices: ({ method }) => (method === 'GET' ? [] : new Response(null, { status: 201 })),
      'rpc/nemus_gathered_payments': () => ({
        payments: 2,
        amount_cents: 40_000,
        next_on: '2027-01-01',
        has_phone: true,
      }),
    });
    const interval = await screen.findByRole('combobox', { name: 'Rechnungsintervall' });
    expect(interval).toHaveValue('single');
    expect(await screen.findByText(/^Gesammelt: 2 Zahlungen/)).toHaveTextContent(
      'nächste Sammelrechnung am 01.01.2027',
    );
    fireEvent.change(interval, { target: { value: 'quarterly' } });
    fireEvent.change(screen.getByRole('combobox', { name: 'Format' }), { target: { value: 'xrechnung' } });
    fireEvent.click(await saveOf('Rechnungen'));
    expect(
      await screen.findByText('Bitte geben Sie für XRechnung eine Käuferreferenz oder Leitweg-ID an.'),
    ).toBeVisible();
    await typeInto(/^Käuferreferenz/, ' 04011000-12345-03 ');
    fireEvent.click(await saveOf('Rechnungen'));
    await waitFor(() => expect(ports.toasts()).toMatchObject([{ title: 'Einstellungen gespeichert' }]));
    expect(await pages.sent('nemus_institution_settings')).toEqual([{ invoice_frequency: 'quarterly' }]);
    expect(await pages.sent('nemus_invoice_choices')).toEqual([
      { is_collected: true, format: 'xrechnung', buyer_reference: '04011000-12345-03' },
    ]);
  });

  it('names a wrong address', async () => {
    await open('abrechnung');
    await typeInto(/^E-Mail für Rechnungen/, 'buero');
    fireEvent.click(await saveOf('Abrechnung'));
    expect(await screen.findByText('Bitte geben Sie eine gültige E-Mail-Adresse ein.')).toBeVisible();
    expect(await pages.sent('nemus_institution_settings')).toEqual([]);
  });

  it('is not left with unsaved work without a question', async () => {
    const { ports } = await open('abrechnung');
    await typeInto(/^E-Mail für Rechnungen/, 'buero@praxis.example');
    ports.navigation.push('/purchases');
    const question = within(await screen.findByRole('alertdialog', { name: 'Änderungen verwerfen?' }));
    fireEvent.click(question.getByRole('button', { name: 'Weiter bearbeiten' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(ports.navigation.getLocation().pathname).toBe('/settings');
    expect(await field(/^E-Mail für Rechnungen/)).toHaveValue('buero@praxis.example');
    ports.navigation.push('/purchases');
    fireEvent.click(await screen.findByRole('button', { name: 'Änderungen verwerfen' }));
    await waitFor(() => expect(ports.navigation.getLocation().pathname).toBe('/purchases'));
  });
});

it('requests no institution by id: the database knows the account’s current one', async () => {
  await open('');
  await field('Name der Institution');
  const [request] = pages.asked('nemus_institution_settings');
  expect(new URL(request?.url ?? '').searchParams.get('institution_id')).toBeNull();
});
