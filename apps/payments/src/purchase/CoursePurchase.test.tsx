/** @jest-environment ../../jest.browser.mjs */
import {
  fakeProfile,
  installBackend,
  json,
  mountModule,
  type MountedModule,
  backendOf,
  type Answers,
} from '@nemus/testing/jest';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import coursePurchase from '../course-purchase';
import '@nemus/testing/patience';
import { fakeProviderWindow } from '../examples/provider-window';
import { exampleAddress, exampleBalance, exampleOpenPurchase, exampleOrder, ORDER_ID, PAGE } from '../examples/rows';

const COURSE = {
  courseId: '00000000-0000-4000-8000-00000000c001',
  courseTitle: 'Rechtliche Grundlagen',
  priceEuros: 120,
  creditCost: 60,
  enrolled: false,
};

let slots: MountedModule[] = [];
let backend: ReturnType<typeof installBackend>;
let provider: ReturnType<typeof fakeProviderWindow>;

async function show(role: 'piw' | 'institution', answers: Answers = {}, props = COURSE) {
  backend = installBackend(
    backendOf({
      nemus_credit_balances: () => [exampleBalance(100)],
      nemus_billing_addresses: () => [exampleAddress],
      ...answers,
    }),
  );
  provider = fakeProviderWindow();
  const slot = await mountModule(coursePurchase, { profile: fakeProfile(role), slotProps: props });
  slots.push(slot);
  return slot;
}
const asked = (path: string) =>
  backend.requests.filter(({ url, method }) => method === 'POST' && new URL(url).pathname.endsWith(path));
const byCard = (name: RegExp) => screen.findByRole('button', { name });

afterEach(async () => {
  for (const slot of slots) await slot.unmount();
  slots = [];
  backend.uninstall();
  provider.restore();
});

describe('for a trainee', () => {
  it('there is one button, the price with tax, and no credit price', async () => {
    await show('piw');
    const button = await byCard(/^Jetzt kaufen: Rechtliche Grundlagen, 120,00\s€$/);
    expect(button).toHaveTextContent('Jetzt kaufen');
    expect(screen.getAllByRole('button')).toHaveLength(1);
    expect(screen.getByText('120,00 € inkl. USt.')).toBeVisible();
    expect(screen.queryByText(/Credit/)).toBeNull();
    expect(screen.getByRole('link', { name: 'AGB' })).toHaveAttribute('href', '/agb');
    expect(screen.getByRole('link', { name: 'Widerrufsbelehrung' })).toHaveAttribute('href', '/widerrufsbelehrung');
    expect(backend.requests.filter(({ url }) => url.includes('nemus_credit_balances'))).toEqual([]);
  });

  it('one click makes one session, and the button waits', async () => {
    await show('piw', {
      'functions/create-course-purchase': () => PAGE,
      nemus_orders: () => [exampleOrder()],
    });
    const button = await byCard(/^Jetzt kaufen/);
    fireEvent.click(button);
    fireEvent.click(button);
    await screen.findByText('Bitte bezahlen Sie im neuen Tab');
    expect(button).toBeDisabled();
    expect(asked('create-course-purchase')).toHaveLength(1);
    expect(await asked('create-course-purchase')[0]?.json()).toEqual({
      courseId: COURSE.courseId,
      paymentMethod: 'stripe',
    });
    expect(provider.tabs.map(({ addresses }) => addresses)).toEqual([[PAGE.url]]);
  });

  it('is not told of success before the database says so', async () => {
    let status: 'open' | 'paid' = 'open';
    const { ports } = await show('piw', {
      'functions/create-course-purchase': () => PAGE,
      'functions/check-payment-status': () => {
        status = 'paid';
        return { success: true, message: '' };
      },
      nemus_orders: () => [exampleOrder({ status })],
    });
    fireEvent.click(await byCard(/^Jetzt kaufen/));
    await screen.findByText('Bitte bezahlen Sie im neuen Tab');
    expect(ports.toasts()).toEqual([]);
    await waitFor(() => expect(backend.requests.some(({ url }) => url.includes('nemus_orders'))).toBe(true));
    fireEvent.focus(window);
    await waitFor(() => expect(ports.toasts()).toHaveLength(1));
    expect(ports.toasts()[0]).toMatchObject({ kind: 'success', title: 'Kurs erfolgreich gekauft!' });
    expect(ports.events.published()).toEqual([{ name: 'enrollments-changed', payload: { courseId: COURSE.courseId } }]);
  });

  it.each([
    ['the server’s words', () => json(409, { error: { code: 'already_enrolled', message: 'Schon da.' } }), 'Schon da.'],
    ['the specified words', () => new Response('', { status: 500 }), 'Error occurred'],
  ])('a failure is told with %s', async (_, answer, description) => {
    const { ports } = await show('piw', { 'functions/create-course-purchase': answer });
    fireEvent.click(await byCard(/^Jetzt kaufen/));
    await waitFor(() => expect(ports.toasts()).toEqual([{ kind: 'error', title: 'Kurs-Kauf Fehler', description }]));
    expect(provider.tabs[0]?.closed).toBe(true);
  });
});

describe('without an address for the invoice', () => {
  const MISSING = { error: { code: 'billing_address_missing', message: 'Bitte geben Sie zuerst …' } };
  const field = (name: string) => screen.getByRole('textbox', { name });
  const fill = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
  const onward = () => fireEvent.click(screen.getByRole('button', { name: 'Weiter zur Zahlung' }));
  const kept = () => backend.requests.filter(({ url, method }) => method === 'POST' && /billing_addresses/.test(url));

  it('asks for it before anything is bought, says what is wrong, and goes on in the click that answers', async () => {
    await show('piw', {
      'functions/create-course-purchase': () => (kept().length > 0 ? PAGE : json(409, MISSING)),
      nemus_billing_addresses: ({ method }) => (method === 'GET' ? [] : json(201, null)),
      nemus_orders: () => [exampleOrder()],
    });
    fireEvent.click(await byCard(/^Jetzt kaufen/));
    expect(await screen.findByRole('dialog', { name: 'Rechnungsanschrift' })).toBeVisible();
    await waitFor(() => expect(provider.tabs.filter(({ closed }) => !closed)).toEqual([]));
    expect(field('Straße und Hausnummer')).toHaveValue('');
    fill('Straße und Hausnummer', 'Weg 1');
    fill('Postleitzahl', '00000');
    fill('Ort', 'Berlin');
    onward();
    expect(await screen.findByText('Diese Postleitzahl gibt es nicht.')).toBeVisible();
    expect(kept()).toHaveLength(0);
    fill('Postleitzahl', '10115');
    onward();
    await screen.findByText('Bitte bezahlen Sie im neuen Tab');
    expect(await kept()[0]?.json()).toMatchObject({
      street: 'Weg 1',
      postal_code: '10115',
      city: 'Berlin',
      country: 'DE',
    });
    expect(provider.tabs.at(-1)?.addresses).toEqual([PAGE.url]);
  });

  it('asks as well when the server says that there is none', async () => {
    const { ports } = await show('piw', { 'functions/create-course-purchase': () => json(409, MISSING) });
    fireEvent.click(await byCard(/^Jetzt kaufen/));
    expect(await screen.findByRole('dialog', { name: 'Rechnungsanschrift' })).toBeVisible();
    // The dialog is the answer; an error beside it would cover its button.
    expect(ports.toasts()).toEqual([]);
  });
});

describe('a purchase under way', () => {
  const under = (change: object = {}) => [exampleOpenPurchase({ course_id: COURSE.courseId, ...change })];

  it('is found again after a reload, stops a second one, and can be cancelled', async () => {
    let open = under();
    const { ports } = await show('piw', {
      'rpc/nemus_open_purchases': () => open,
      nemus_orders: () => [exampleOrder()],
      'functions/cancel-purchase': () => {
        open = [];
        return { cancelled: true, message: 'Der Kaufvorgang wurde abgebrochen.' };
      },
    });
    expect(await screen.findByText('Sie haben diesen Kauf begonnen')).toBeVisible();
    const button = await byCard(/^Jetzt kaufen/);
    expect(button).toBeDisabled();
    expect(screen.getByRole('link', { name: 'Bezahlseite öffnen' })).toHaveAttribute('href', PAGE.url);
    const cancel = screen.getByRole('button', { name: 'Kauf abbrechen' });
    fireEvent.click(cancel);
    fireEvent.click(cancel);
    await waitFor(() => expect(button).toBeEnabled());
    expect(asked('cancel-purchase')).toHaveLength(1);
    expect(await asked('cancel-purchase')[0]?.json()).toEqual({ orderId: ORDER_ID });
    expect(ports.toasts()).toEqual([
      { kind: 'success', title: 'Kauf abgebrochen', description: 'Der Kaufvorgang wurde abgebrochen.' },
    ]);
    expect(ports.events.published()).toEqual([{ name: 'enrollments-changed', payload: { courseId: COURSE.courseId } }]);
    expect(screen.queryByText('Sie haben diesen Kauf begonnen')).toBeNull();
  });

  it('whose money is on its way is waited for, without a way to buy again', async () => {
    await show('institution', {
      'rpc/nemus_open_purchases': () => under({ state: 'pending' }),
      nemus_orders: () => [exampleOrder({ status: 'pending' })],
    });
    expect(await screen.findByText('Ihre Zahlung ist unterwegs')).toBeVisible();
    expect(await byCard(/^Mit Karte kaufen/)).toBeDisabled();
    expect(await byCard(/^Mit 60 Credits/)).toBeDisabled();
    expect(screen.queryByRole('button', { name: 'Meldung schließen' })).toBeNull();
  });

  it('that fails days later says so in every tab, until it is closed', async () => {
    let state: 'pending' | 'failed' = 'pending';
    let shown = false;
    const { ports } = await show('piw', {
      'rpc/nemus_open_purchases': () => (shown ? [] : under({ state, begun_at: new Date().toISOString() })),
      nemus_orders: () => [exampleOrder({ status: state })],
      'functions/check-payment-status': () => {
        state = 'failed';
        return { success: false, message: '' };
      },
      'rpc/nemus_note_result_shown': () => {
        shown = true;
        return null;
      },
    });
    await screen.findByText('Ihre Zahlung ist unterwegs');
    fireEvent.focus(window);
    expect(await screen.findByText('Ihre Zahlung ist fehlgeschlagen')).toBeVisible();
    expect(ports.toasts()).toMatchObject([{ kind: 'error', title: 'Kurs-Kauf Fehler' }]);
    expect(await byCard(/^Jetzt kaufen/)).toBeEnabled();
    fireEvent.click(screen.getByRole('button', { name: 'Meldung schließen' }));
    await waitFor(() => expect(screen.queryByText('Ihre Zahlung ist fehlgeschlagen')).toBeNull());
  });

  it('of somebody else for the account is named, and stops a second one', async () => {
    await show('piw', {
      'rpc/nemus_open_purchases': () =>
        under({ is_own: false, order_id: null, url: null, session_id: null, amount_cents: null }),
    });
    expect(await screen.findByText('Ihre Weiterbildungsstätte bestellt diesen Kurs gerade für Sie')).toBeVisible();
    expect(await byCard(/^Jetzt kaufen/)).toBeDisabled();
    expect(screen.queryByRole('button', { name: 'Kauf abbrechen' })).toBeNull();
  });

  it.each([
    ['of another course', { course_id: '00000000-0000-4000-8000-00000000c002' }],
    ['for trainees', { trainee_ids: ['t1'] }],
  ])('%s stops nothing here', async (_, change) => {
    await show('institution', { 'rpc/nemus_open_purchases': () => under(change) });
    await waitFor(() => expect(backend.requests.some(({ url }) => url.includes('open_purchases'))).toBe(true));
    expect(await byCard(/^Mit Karte kaufen/)).toBeEnabled();
  });

  it('that the database knows of and this tab does not is shown when it refuses', async () => {
    let open: object[] = [];
    const { ports } = await show('piw', {
      'rpc/nemus_open_purchases': () => open,
      nemus_orders: () => [exampleOrder()],
      'functions/create-course-purchase': () => {
        open = under();
        return json(409, { error: { code: 'purchase_pending', message: 'Schon bestellt.' } });
      },
    });
    fireEvent.click(await byCard(/^Jetzt kaufen/));
    expect(await screen.findByText('Sie haben diesen Kauf begonnen')).toBeVisible();
    expect(ports.toasts()).toEqual([{ kind: 'error', title: 'Kurs-Kauf Fehler', description: 'Schon bestellt.' }]);
  });
});

describe('for an institution', () => {
  const buyWithCredits = async () => {
    const button = await screen.findByRole('button', { name: 'Mit 60 Credits kaufen: Rechtliche Grundlagen' });
    await waitFor(() => expect(button).toBeEnabled());
    fireEvent.click(button);
    return screen.findByRole('alertdialog', { name: 'Kurs mit 60 Credits kaufen?' });
  };

  it('credits are debited after a question, and every area learns of it', async () => {
    const { ports } = await show('institution', {
      nemus_course_enrollments: () => json(201, [{ id: 'e1' }]),
    });
    const question = await buyWithCredits();
    expect(question).toHaveTextContent('Danach haben Sie noch 40 Credits.');
    expect(asked('nemus_course_enrollments')).toHaveLength(0);
    const confirm = within(question).getByRole('button', { name: 'Jetzt kaufen' });
    fireEvent.click(confirm);
    fireEvent.click(confirm);
    await waitFor(() =>
      expect(ports.toasts()).toEqual([
        {
          kind: 'success',
          title: 'Kurs gekauft',
          description: 'Sie haben erfolgreich Zugang zu diesem Kurs erhalten.',
        },
      ]),
    );
    expect(asked('nemus_course_enrollments')).toHaveLength(1);
    expect(await asked('nemus_course_enrollments')[0]?.json()).toEqual({
      user_id: fakeProfile('institution').userId,
      course_id: COURSE.courseId,
      enrollment_type: 'institution_credits',
      status: 'not_started',
    });
    expect(ports.events.published().map(({ name }) => name)).toEqual(['credits-changed', 'enrollments-changed']);
  });

  it('as many credits as the course costs are enough', async () => {
    await show('institution', { nemus_credit_balances: () => [exampleBalance(60)] });
    const button = await screen.findByRole('button', { name: /^Mit 60 Credits kaufen/ });
    await waitFor(() => expect(button).toBeEnabled());
    expect(screen.queryByText(/Nicht genügend/)).toBeNull();
  });

  it.each([59, 0])('%i credits are too few, and it says so', async (credits) => {
    await show('institution', { nemus_credit_balances: () => [exampleBalance(credits)] });
    expect(await screen.findByText(`Nicht genügend Credits (${credits} verfügbar)`)).toBeVisible();
    expect(await screen.findByRole('button', { name: /^Mit 60 Credits kaufen/ })).toBeDisabled();
  });

  it('without any balance there are no credits', async () => {
    await show('institution', { nemus_credit_balances: () => [] });
    expect(await screen.findByText('Nicht genügend Credits (0 verfügbar)')).toBeVisible();
  });

  it('a balance that cannot be read offers nothing and claims nothing', async () => {
    await show('institution', { nemus_credit_balances: () => json(403, { code: '42501', message: 'denied' }) });
    await waitFor(() => expect(backend.requests.length).toBeGreaterThan(0));
    expect(await screen.findByRole('button', { name: /^Mit 60 Credits/ })).toBeDisabled();
    expect(screen.queryByText(/Nicht genügend/)).toBeNull();
  });

  it('a refusal of the database is told, and the balance read again', async () => {
    let available = 100;
    const { ports } = await show('institution', {
      nemus_credit_balances: () => [exampleBalance(available)],
      nemus_course_enrollments: () => {
        available = 5;
        const code = 'insufficient_credits';
        return json(409, { code: 'PT409', message: code, hint: code, details: '{"available": 5}' });
      },
    });
    const question = await buyWithCredits();
    fireEvent.click(within(question).getByRole('button', { name: 'Jetzt kaufen' }));
    await waitFor(() =>
      expect(ports.toasts()).toEqual([
        { kind: 'error', title: 'Kurs-Kauf Fehler', description: 'Nicht genügend Credits (5 verfügbar)' },
      ]),
    );
    expect(await screen.findByText('Nicht genügend Credits (5 verfügbar)')).toBeVisible();
  });

  it('a card payment is offered as well, for the same course', async () => {
    await show('institution', { 'functions/create-course-purchase': () => PAGE, nemus_orders: () => [exampleOrder()] });
    fireEvent.click(await byCard(/^Mit Karte kaufen: Rechtliche Grundlagen/));
    await screen.findByText('Bitte bezahlen Sie im neuen Tab');
    expect(await screen.findByRole('button', { name: /^Mit 60 Credits/ })).toBeDisabled();
  });
});

describe('for an institution’s trainees', () => {
  const BOOKING = { ...COURSE, traineeIds: ['t1', 't2'], startsOn: '2026-12-05' };
  const enough = { nemus_credit_balances: () => [exampleBalance(150)] };
  const question = async (button: RegExp) => {
    const opener = await byCard(button);
    await waitFor(() => expect(opener).toBeEnabled());
    fireEvent.click(opener);
    return screen.findByRole('alertdialog', { name: '„Rechtliche Grundlagen“ buchen?' });
  };

  it('shows the total of all places', async () => {
    await show('institution', enough, BOOKING);
    expect(await screen.findByText('Gesamt für 2 Personen, erster Kurstag 05.12.2026')).toBeVisible();
    expect(await screen.findByText('120 Credits oder 240,00 € inkl. USt.')).toBeVisible();
  });

  it('one place may be affordable when two are not', async () => {
    await show('institution', { nemus_credit_balances: () => [exampleBalance(119)] }, BOOKING);
    expect(await screen.findByText('Nicht genügend Credits (119 verfügbar)')).toBeVisible();
    expect(await byCard(/^Mit 120 Credits kaufen/)).toBeDisabled();
    expect(await byCard(/^Mit Karte kaufen/)).toBeEnabled();
  });

  it('books with credits after one confirmation with the total, and says for whom', async () => {
    const { ports } = await show(
      'institution',
      {
        ...enough,
        'rpc/nemus_book_course': () => ({ id: 'b1', credits_spent: 120 }),
        'functions/confirm-purchases': () => ({ sent: 1 }),
      },
      BOOKING,
    );
    const asked1 = await question(/^Mit 120 Credits kaufen/);
    expect(asked1).toHaveTextContent('Gesamt: 120 Credits');
    expect(asked1).toHaveTextContent('Danach haben Sie noch 30 Credits. Es werden alle gebucht oder niemand.');
    const confirm = within(asked1).getByRole('button', { name: 'Jetzt kaufen' });
    fireEvent.click(confirm);
    fireEvent.click(confirm);
    await waitFor(() =>
      expect(ports.toasts()).toEqual([
        { kind: 'success', title: 'Kurs gekauft', description: 'Rechtliche Grundlagen, 2 Teilnehmende' },
      ]),
    );
    expect(asked('rpc/nemus_book_course')).toHaveLength(1);
    expect(await asked('rpc/nemus_book_course')[0]?.json()).toEqual({
      p_course: COURSE.courseId,
      p_trainees: ['t1', 't2'],
      p_start: '2026-12-05',
    });
    expect(asked('nemus_course_enrollments')).toHaveLength(0);
    expect(ports.events.published()).toContainEqual({
      name: 'bookings-changed',
      payload: { courseId: COURSE.courseId, traineeIds: ['t1', 't2'] },
    });
    await waitFor(() => expect(asked('confirm-purchases')).toHaveLength(1));
  });

  it('a booking that is refused books nobody, and says so', async () => {
    const code = 'already_enrolled';
    const refused = { code: 'PT409', message: code, hint: code, details: '{"name": "Anna Schmidt"}' };
    const description = 'Anna Schmidt ist für diesen Kurs bereits angemeldet.';
    const { ports } = await show(
      'institution',
      {
        ...enough,
        'rpc/nemus_book_course': () => json(409, refused),
      },
      BOOKING,
    );
    fireEvent.click(within(await question(/^Mit 120 Credits/)).getByRole('button', { name: 'Jetzt kaufen' }));
    await waitFor(() => expect(ports.toasts()).toEqual([{ kind: 'error', title: 'Kurs-Kauf Fehler', description }]));
    expect(ports.events.published().map(({ name }) => name)).toEqual(['credits-changed', 'enrollments-changed']);
  });

  it('leads to the payment page with everybody and the first day, and tells when it is paid', async () => {
    let status: 'open' | 'paid' = 'open';
    const { ports } = await show(
      'institution',
      {
        ...enough,
        'functions/create-course-purchase': () => PAGE,
        'functions/check-payment-status': () => {
          status = 'paid';
          return { success: true, message: '' };
        },
        nemus_orders: () => [exampleOrder({ status })],
      },
      BOOKING,
    );
    const asked1 = await question(/^Mit Karte kaufen: Rechtliche Grundlagen, 240,00\s€$/);
    expect(asked1).toHaveTextContent('Gesamt: 240,00 € inkl. USt.');
    expect(provider.tabs).toHaveLength(0);
    fireEvent.click(within(asked1).getByRole('button', { name: 'Zur Zahlung' }));
    await screen.findByText('Bitte bezahlen Sie im neuen Tab');
    expect(await asked('create-course-purchase')[0]?.json()).toEqual({
      courseId: COURSE.courseId,
      paymentMethod: 'stripe',
      traineeIds: ['t1', 't2'],
      startsOn: '2026-12-05',
    });
    await waitFor(() => expect(backend.requests.some(({ url }) => url.includes('nemus_orders'))).toBe(true));
    fireEvent.focus(window);
    await waitFor(() =>
      expect(ports.toasts()).toEqual([
        {
          kind: 'success',
          title: 'Kurs erfolgreich gekauft!',
          description: 'Ihre Teilnehmenden sind gebucht.',
        },
      ]),
    );
    expect(ports.events.published().map(({ name }) => name)).toEqual(['enrollments-changed', 'bookings-changed']);
  });
});

it('says of a course that is bought that it is', async () => {
  await show('institution', {}, { ...COURSE, enrolled: true });
  expect(await screen.findByText('Eingeschrieben')).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
  expect(backend.requests).toEqual([]);
});

it('works in two areas at the same time, each with its own purchase', async () => {
  await show('piw', { 'functions/create-course-purchase': () => PAGE, nemus_orders: () => [exampleOrder()] });
  const second = await mountModule(coursePurchase, {
    profile: fakeProfile('piw'),
    slotProps: { ...COURSE, courseTitle: 'Ethik' },
  });
  slots.push(second);
  fireEvent.click(await byCard(/^Jetzt kaufen: Rechtliche/));
  await screen.findByText('Bitte bezahlen Sie im neuen Tab');
  expect(await byCard(/^Jetzt kaufen: Rechtliche/)).toBeDisabled();
  expect(await byCard(/^Jetzt kaufen: Ethik/)).toBeEnabled();
});
