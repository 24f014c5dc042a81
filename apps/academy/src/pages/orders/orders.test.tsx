/** @jest-environment ../../jest.browser.mjs */
import { json, type Answers } from '@nemus/testing/jest';
import { pagesUnderTest } from '@nemus/testing/pages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import app from '../../app';

const pages = pagesUnderTest(app);
const ID = '00000000-0000-4000-8000-0000000000b1';
const ROW = {
  order_id: ID,
  buyer: 'Eva Lang',
  email: 'eva@x.example',
  title: 'Traumatherapie',
  kind: 'course',
  status: 'paid',
  amount_cents: 12_000,
  refunded_cents: 2_000,
  attention: null,
  created_at: '2026-11-20T10:00:00+00:00',
  paid_at: '2026-11-20T10:01:00+00:00',
};
const ORDER = {
  ...ROW,
  user_id: 'u1',
  user_type: 'piw',
  people: 0,
  credits: null,
  credits_left: null,
  tier: null,
  disputed_cents: 0,
  owed_cents: 0,
  held: [],
  is_own: false,
  refundable_cents: 10_000,
  sum_before_cents: 2_000,
  almost_all_cents: 10_800,
  session_id: 'cs_1',
  payment_id: 'pi_1',
  terms_version: '2026-11',
  can_ask: false,
  certificates: 1,
  history: [
    { at: '2026-11-21T10:00:00+00:00', what: 'act', amount_cents: null, words: 'refund_order', who: 'Ina Falk' },
    { at: '2026-11-20T10:00:00+00:00', what: 'ordered', amount_cents: 12_000, words: null, who: null },
  ],
};
const NO_TASKS = {
  unsettled: [],
  refunds: [],
  disputes: [],
  attention: [],
  withdrawals: [],
  events: [],
  set_aside: [],
};
const open = (path: string, answers: Answers) => pages.open(path, answers);
const order = (rest: object = {}, more: Answers = {}) =>
  open(`/academy/orders/${ID}`, { 'rpc/nemus_staff_order': () => ({ ...ORDER, ...rest }), ...more });
const body = async (name: string) => (await pages.asked(name).at(-1)?.clone().json()) as unknown;

it('lists orders, and requests what the address says', async () => {
  await open('/academy/orders?status=paid&search=Lang&page=2', {
    'rpc/nemus_staff_orders': () => ({ rows: [ROW], has_more: true }),
  });
  expect(await screen.findByRole('link', { name: 'Eva Lang' })).toHaveAttribute('href', `/academy/orders/${ID}`);
  expect(screen.getByText('Seite 2')).toBeVisible();
  expect(await body('rpc/nemus_staff_orders')).toEqual({ p_search: 'Lang', p_status: 'paid', p_page: 2 });
});

it('adds up what the filter selects, and exports all of it', async () => {
  const sums = {
    orders: 70,
    paid: 60,
    paid_cents: 720_000,
    refunded_cents: 2_000,
    disputed_cents: 0,
    kept_cents: 718_000,
  };
  const { ports } = await open('/academy/orders?von=2026-11-01&bis=2026-11-30&status=paid', {
    'rpc/nemus_staff_orders': () => ({ rows: [ROW], has_more: false }),
    'rpc/nemus_order_totals': () => sums,
  });
  expect(
    await screen.findByText(/^70 Bestellungen · bezahlt 7\.200,00\s€ · erstattet 20,00\s€ · bleiben 7\.180,00\s€$/),
  ).toBeVisible();
  const filter = { p_search: '', p_status: 'paid', p_from: '2026-11-01', p_until: '2026-11-30' };
  expect(await body('rpc/nemus_order_totals')).toEqual(filter);
  fireEvent.click(screen.getByRole('button', { name: 'CSV exportieren' }));
  await waitFor(() => expect(ports.toasts().map(({ title }) => title)).toEqual(['CSV-Datei erstellt']));
  expect(await body('rpc/nemus_staff_orders')).toEqual({ ...filter, p_size: 50_000 });
  expect(pages.saved().map(({ name }) => name)).toEqual(['bestellungen-2026-11-01-2026-11-30.csv']);
});

it('shows until when disputes are answered and withdrawals paid back', async () => {
  const dispute = {
    dispute_id: 'du_1',
    order_id: ID,
    buyer: 'Eva Lang',
    title: 'Traumatherapie',
    amount_cents: 12_000,
    status: 'needs_response',
    created_at: '2026-11-20T10:00:00+00:00',
  };
  await open('/academy/orders/open', {
    'rpc/nemus_order_tasks': () => ({
      ...NO_TASKS,
      disputes: [
        { ...dispute, due_at: '2098-12-20T10:00:00+00:00' },
        { ...dispute, dispute_id: 'du_2', due_at: '2026-01-02T10:00:00+00:00' },
      ],
      attention: [{ ...ROW, dispute_due_at: null, withdrawal_due_on: '2026-12-04' }],
    }),
  });
  expect(await screen.findByText('Antworten bis 20.12.2098, 11:00')).toBeVisible();
  expect(screen.getByText('Antworten bis 02.01.2026, 11:00 (überschritten)')).toBeVisible();
  expect(screen.getByText('widerrufen, erstatten bis 04.12.2026')).toBeVisible();
});

it('says that nothing was found, that nothing is there yet, and that it may not be read', async () => {
  await open('/academy/orders?search=niemand', { 'rpc/nemus_staff_orders': () => ({ rows: [], has_more: false }) });
  expect(await screen.findByText('Keine Bestellung gefunden')).toBeVisible();
});

it('shows the refusal of the database instead of the list', async () => {
  await open('/academy/orders', {
    'rpc/nemus_staff_orders': () =>
      json(403, { code: 'PT403', message: 'staff_required', hint: 'staff_required', details: null }),
  });
  expect(await screen.findByText('Das ist der Akademie vorbehalten.')).toBeVisible();
});

it('refunds the rest after explaining the consequences, with the sum so far', async () => {
  await order({}, { 'functions/refund-order': () => ({ refunded: true, status: 'refunded', error: null }) });
  fireEvent.click(await screen.findByRole('button', { name: 'Erstatten …' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(
    dialog.getByText(/Zugang zum Seminar endet.*Zertifikat .* widerrufen.*Nachweise .*\(1\) bleiben/),
  ).toBeVisible();
  fireEvent.click(dialog.getByRole('button', { name: /100,00\s€ erstatten/ }));
  expect(await dialog.findByText(/Bitte geben Sie einen Grund an/)).toBeVisible();
  expect(pages.asked('functions/refund-order')).toHaveLength(0);
  fireEvent.change(dialog.getByLabelText('Grund'), { target: { value: 'Widerruf W-1' } });
  fireEvent.click(dialog.getByRole('button', { name: /100,00\s€ erstatten/ }));
  fireEvent.click(dialog.getByRole('button', { name: /erstatten/ }));
  await waitFor(() => expect(pages.asked('functions/refund-order')).toHaveLength(1));
  expect(await body('functions/refund-order')).toEqual({
    orderId: ID,
    amountCents: 10_000,
    reason: 'Widerruf W-1',
    sumBeforeCents: 2_000,
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it.each(['0', '100,01', '-5', 'viel', '1e2', ''])('refuses the amount %j at its field', async (amount) => {
  await order();
  fireEvent.click(await screen.findByRole('button', { name: 'Erstatten …' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText('Betrag in Euro'), { target: { value: amount } });
  fireEvent.change(dialog.getByLabelText('Grund'), { target: { value: 'Kulanz' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Erstatten' }));
  expect(await dialog.findByText(/Bitte geben Sie einen Betrag zwischen/)).toBeVisible();
  expect(pages.asked('functions/refund-order')).toHaveLength(0);
});

it('has the provider checked, and reports the result', async () => {
  const { ports } = await order(
    { status: 'open', refundable_cents: 0, can_ask: true },
    { 'functions/fulfil-order': () => ({ status: 'paid', changed: true, owedCents: 0, error: null }) },
  );
  expect(screen.queryByRole('button', { name: 'Erstatten …' })).toBeNull();
  fireEvent.click(await screen.findByRole('button', { name: 'Beim Anbieter nachsehen und freischalten' }));
  await waitFor(() => expect(ports.toasts().map(({ title }) => title)).toEqual(['Stand übernommen']));
});

it('leaves the refund of an own order to another person', async () => {
  await order({ is_own: true });
  expect(await screen.findByText(/Erstatten kann sie nur eine andere Person/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Erstatten …' })).toBeNull();
});

it('names a refund of almost everything that leaves the access', async () => {
  await order();
  fireEvent.click(await screen.findByRole('button', { name: 'Erstatten …' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText('Betrag in Euro'), { target: { value: '99,99' } });
  expect(dialog.getByText(/fast alles zurück.*zweite Person/)).toBeVisible();
});

it('shows a refund that failed: staff pays it again, or notes how it was paid', async () => {
  const held = [{ refund_id: 'r1', amount_cents: 12_000, last_error: 'expired_or_canceled_card' }];
  await order(
    { status: 'returning', refundable_cents: 0, owed_cents: 12_000, held, can_ask: true },
    {
      'functions/fulfil-order': () => ({ status: 'refunded', changed: true, owedCents: 0, error: null }),
      'rpc/nemus_note_refund_elsewhere': () => null,
    },
  );
  expect(await screen.findByText(/Erstattung fehlgeschlagen: 120,00\s€/)).toBeVisible();
  expect(screen.getByText(/expired_or_canceled_card/)).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'Beim Anbieter noch einmal auszahlen' }));
  await waitFor(() => expect(pages.asked('functions/fulfil-order')).toHaveLength(1));
  fireEvent.click(await screen.findByRole('button', { name: 'Als überwiesen vermerken …' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText('Wann und wohin wurde überwiesen?'), { target: { value: 'Am 27.11.' } });
  fireEvent.click(dialog.getByRole('button', { name: /120,00\s€ als erstattet vermerken/ }));
  await waitFor(() => expect(pages.asked('rpc/nemus_note_refund_elsewhere')).toHaveLength(1));
  expect(await body('rpc/nemus_note_refund_elsewhere')).toEqual({ p_refund: 'r1', p_note: 'Am 27.11.' });
});

it('says that an order does not exist', async () => {
  await open(`/academy/orders/${ID}`, {
    'rpc/nemus_staff_order': () =>
      json(404, { code: 'PT404', message: 'order_not_found', hint: 'order_not_found', details: null }),
  });
  expect(await screen.findByText('Diese Bestellung gibt es nicht')).toBeVisible();
});

it('shows pending tasks, and handles a withdrawal with a note', async () => {
  const withdrawal = {
    withdrawal_id: 'w1',
    reference: 'W-20261122-ABCDEF01',
    name: 'Mira Sommer',
    email: 'mira@x.example',
    contract: 'Kurs Ethik',
    message: '',
    received_at: '2026-11-22T10:00:00+00:00',
    orders: [],
  };
  await open('/academy/orders/open', {
    'rpc/nemus_order_tasks': () => ({
      ...NO_TASKS,
      withdrawals: [withdrawal],
      unsettled: [{ ...ROW, status: 'open' }],
    }),
    'rpc/nemus_handle_withdrawal': () => null,
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Erledigen: W-20261122-ABCDEF01' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: 'Als erledigt vermerken' }));
  expect(await dialog.findByText('Bitte geben Sie mindestens drei Zeichen an.')).toBeVisible();
  fireEvent.change(dialog.getByLabelText('Wie wurde er bearbeitet?'), { target: { value: 'Erstattet' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Als erledigt vermerken' }));
  await waitFor(() => expect(pages.asked('rpc/nemus_handle_withdrawal')).toHaveLength(1));
  expect(await body('rpc/nemus_handle_withdrawal')).toEqual({ p_withdrawal: 'w1', p_note: 'Erstattet' });
});

it('says that nothing is pending', async () => {
  await open('/academy/orders/open', { 'rpc/nemus_order_tasks': () => NO_TASKS });
  expect(await screen.findByText('Alles erledigt')).toBeVisible();
});

describe('all withdrawals', () => {
  const row = {
    withdrawal_id: 'w1',
    reference: 'W-20261122-ABCDEF01',
    name: 'Mira Sommer',
    email: 'mira@x.example',
    contract: 'Kurs Ethik',
    message: '',
    received_at: '2026-11-22T10:00:00+00:00',
    receipt_sent_at: null,
    handled_at: null,
    handled_note: null,
    orders: [],
  };
  const done = {
    ...row,
    withdrawal_id: 'w2',
    reference: 'W-20261001-00000002',
    receipt_sent_at: '2026-10-01T10:00:05+00:00',
    handled_at: '2026-10-02T09:00:00+00:00',
    handled_note: 'Erstattet über die Bestellung',
  };

  it('are listed, open and handled, and a note can be corrected', async () => {
    await open('/academy/orders/withdrawals?page=2', {
      'rpc/nemus_staff_withdrawals': () => ({ rows: [row, done], has_more: true }),
      'rpc/nemus_handle_withdrawal': () => null,
    });
    expect(await screen.findByText(/^Erledigt am .*: Erstattet über die Bestellung$/)).toBeVisible();
    expect(await body('rpc/nemus_staff_withdrawals')).toEqual({ p_page: 2, p_open: false });
    expect(screen.getByText('Seite 2')).toBeVisible();
    expect([screen.getByText('Offen'), screen.getByText('Erledigt')]).toHaveLength(2);
    // Only of the one whose receipt has not left.
    expect(screen.getByText(/Eingangsbestätigung ist noch nicht versandt/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Erledigen: W-20261122-ABCDEF01' })).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Vermerk ändern: W-20261001-00000002' }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.change(dialog.getByLabelText('Wie wurde er bearbeitet?'), { target: { value: 'Am 3.10. erstattet' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Als erledigt vermerken' }));
    await waitFor(() => expect(pages.asked('rpc/nemus_handle_withdrawal')).toHaveLength(1));
    expect(await body('rpc/nemus_handle_withdrawal')).toEqual({ p_withdrawal: 'w2', p_note: 'Am 3.10. erstattet' });
  });

  it('are listed without the handled ones, from the address', async () => {
    await open('/academy/orders/withdrawals?stand=offen', {
      'rpc/nemus_staff_withdrawals': () => ({ rows: [row], has_more: false }),
    });
    const filter = await screen.findByRole('button', { name: 'Nur offene', pressed: true });
    expect(await body('rpc/nemus_staff_withdrawals')).toEqual({ p_page: 1, p_open: true });
    fireEvent.click(filter);
    await waitFor(async () => expect(pages.asked('rpc/nemus_staff_withdrawals')).toHaveLength(2));
  });

  it.each([
    ['', 'Noch kein Widerruf'],
    ['?page=9', 'So viele Widerrufe gibt es nicht'],
  ])('say that there is none: %s', async (rest, text) => {
    await open(`/academy/orders/withdrawals${rest}`, {
      'rpc/nemus_staff_withdrawals': () => ({ rows: [], has_more: false }),
    });
    expect(await screen.findByText(text)).toBeVisible();
  });
});

it('names reasons in words, and has a task that failed tried again now', async () => {
  const item = '00000000-0000-4000-8000-0000000000c1';
  const failure = { job: 'write-invoices', item, error: 'broken', attempts: 2, failed_at: '2026-11-20T10:00:00+00:00' };
  let aside = [failure];
  await open('/academy/orders/open', {
    'rpc/nemus_order_tasks': () => ({
      ...NO_TASKS,
      refunds: [
        {
          refund_id: 'r1',
          order_id: ID,
          buyer: 'Eva Lang',
          title: 'Traumatherapie',
          amount_cents: 12_000,
          reason: 'country_not_sold',
          attempts: 0,
          last_error: null,
          is_held: false,
          created_at: '2026-11-20T10:00:00+00:00',
        },
      ],
      set_aside: aside,
    }),
    'rpc/nemus_retry_set_aside': () => {
      aside = [];
      return null;
    },
  });
  expect(await screen.findByText('Grund: Rechnungsanschrift in einem Land, in das nicht verkauft wird')).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: `Jetzt versuchen: E-Rechnung nicht erstellt: ${item}` }));
  await waitFor(() => expect(screen.queryByText(`E-Rechnung nicht erstellt: ${item}`)).toBeNull());
  expect(await body('rpc/nemus_retry_set_aside')).toEqual({ p_job: 'write-invoices', p_item: item });
});

it.each([
  ['send-letters', 4, /E-Mail nicht gesendet/, /4 Versuche.*versucht es weiter\.$/],
  ['send-letters', 5, /E-Mail nicht gesendet/, /5 Versuche.*versucht es nicht mehr\.$/],
  ['offer-places', 7, /Freier Platz nicht angeboten/, /7 Versuche.*versucht es weiter\.$/],
])('says of %s after %i attempts whether the portal goes on', async (job, attempts, what, state) => {
  const failure = { job, item: ID, error: '550 mailbox unavailable', attempts, failed_at: '2026-11-26T09:00:00+00:00' };
  await open('/academy/orders/open', { 'rpc/nemus_order_tasks': () => ({ ...NO_TASKS, set_aside: [failure] }) });
  expect(await screen.findByText(what)).toBeVisible();
  expect(screen.getByText(state)).toBeVisible();
});

it('says of debts why they are owed, and asks for a missing address', async () => {
  await order({
    attention: 'address_missing',
    history: [
      { at: '2026-11-20T10:00:00+00:00', what: 'owed', amount_cents: 12_000, words: 'course_gone', who: null },
      { at: '2026-11-20T10:00:00+00:00', what: 'dispute', amount_cents: 12_000, words: 'needs_response', who: 'du_1' },
    ],
  });
  expect(await screen.findByText(/fehlt die Anschrift für die Rechnung/)).toBeVisible();
  expect(screen.getByText(/Erstattung vorgemerkt: 120,00\s€, Kurs wird nicht mehr angeboten/)).toBeVisible();
  expect(screen.getByText(/Stand beim Anbieter: Antwort nötig/)).toBeVisible();
});
