/** @jest-environment ../../jest.browser.mjs */
import type { SearchProvider } from '@nemus/contract';
import { fakePorts } from '@nemus/testing';
import { installBackend, json } from '@nemus/testing/jest';
import searchDates from './search-dates';
import searchInvoices from './search-invoices';
import searchOrders from './search-orders';
import searchWithdrawals from './search-withdrawals';

/** The entries of a search, and what it asked. */
async function find(search: SearchProvider, typed: string, answers: Readonly<Record<string, unknown>>) {
  const asked: string[] = [];
  const { uninstall } = installBackend((request) => {
    const { pathname, search: query } = new URL(request.url);
    const name = pathname.split('/').at(-1) ?? '';
    asked.push(`${name}${decodeURIComponent(query)}`);
    return json(200, answers[name] ?? null);
  });
  try {
    return { entries: await search(fakePorts(), typed, new AbortController().signal), asked };
  } finally {
    uninstall();
  }
}
const AT = '2026-11-20T10:00:00+00:00';
const DATE = {
  id: 'd1',
  course_id: 'c1',
  course_title: 'Ethik',
  series_id: null,
  title: 'Ethik',
  type: 'Seminar',
  format: 'Präsenz',
  location: 'Raum 7',
  starts_at: '2026-12-12T09:00:00+00:00',
  ends_at: '2026-12-12T15:00:00+00:00',
  capacity: 10,
  taken: 2,
  waiting: 0,
  teachers: [],
  cancelled_at: null,
  is_draft: false,
  unticked: 0,
  conflicts: [],
};

it('finds orders, with titles cut to what the palette shows', async () => {
  const order = {
    order_id: 'o1',
    buyer: 'Eva Lang',
    email: 'eva@x.example',
    title: 'T'.repeat(200),
    kind: 'course',
    status: 'paid',
    amount_cents: 12_000,
    refunded_cents: 0,
    attention: null,
    created_at: AT,
    paid_at: AT,
  };
  const { entries } = await find(searchOrders, 'Lang', { nemus_staff_orders: { rows: [order], has_more: false } });
  expect(entries).toEqual([
    {
      id: 'o1',
      label: `${'T'.repeat(119)}…`,
      detail: expect.stringMatching(/^20\.11\.2026, 120,00.€, Eva Lang$/),
      path: '/academy/orders/o1',
    },
  ]);
});

it('finds invoices and withdrawals, and leads to the list that shows them', async () => {
  const invoice = {
    id: 'i1',
    number: 'NE-2026-000042',
    kind: 'invoice',
    document_code: 380,
    is_sample: false,
    is_collective: false,
    issued_on: '2026-11-20',
    gross_cents: 12_000,
    net_cents: 10_084,
    tax_cents: 1_916,
    cancels_number: null,
    format: 'zugferd',
    profile: null,
    missing: null,
    payments: 1,
    buyer: 'Eva Lang',
    email: 'eva@x.example',
    order_id: 'o1',
    sent_at: null,
  };
  const found = await find(searchInvoices, '42', { nemus_staff_invoices: { rows: [invoice], has_more: false } });
  expect(found.entries).toMatchObject([{ path: '/academy/orders/invoices?search=NE-2026-000042' }]);
  const withdrawal = {
    withdrawal_id: 'w1',
    reference: 'W-20261122-ABCDEF01',
    name: 'Mira Sommer',
    email: 'mira@x.example',
    contract: 'Ethik',
    message: '',
    received_at: AT,
    due_on: '2026-12-04',
    receipt_sent_at: null,
    handled_at: null,
    handled_note: null,
    orders: [],
  };
  const declared = await find(searchWithdrawals, 'Mira', {
    nemus_staff_withdrawals: { rows: [withdrawal], has_more: false },
  });
  expect(declared.entries).toEqual([
    {
      id: 'w1',
      label: 'W-20261122-ABCDEF01: Mira Sommer',
      detail: '20.11.2026, erstatten bis 04.12.2026',
      path: '/academy/orders/withdrawals?search=W-20261122-ABCDEF01',
    },
  ]);
});

const DATES = {
  nemus_teaching_seminars: [{ id: 'c1', title: 'Ethik', units: 8, is_draft: false }],
  nemus_teaching_dates: { total: 1, dates: [DATE] },
  nemus_staff_rooms: [],
};
const FOUND = [{ id: 'd1', label: 'Ethik', detail: '12.12.2026, 10:00, Raum 7', path: '/academy/dates/d1' }];

it('finds the dates of a typed day of Berlin', async () => {
  const { entries, asked } = await find(searchDates, '12.12.2026', DATES);
  expect(entries).toEqual(FOUND);
  expect(asked).toEqual([
    expect.stringMatching(/^nemus_teaching_dates.*p_from=2026-12-11T23:00:00.*p_until=2026-12-12T23:00:00/),
  ]);
});

it('finds the next dates of a seminar, and each date once', async () => {
  const { entries, asked } = await find(searchDates, 'Ethik', DATES);
  expect(entries).toEqual(FOUND);
  expect(asked.toSorted()).toEqual([
    expect.stringMatching(/^nemus_staff_rooms/),
    expect.stringMatching(/^nemus_teaching_dates.*p_course=c1/),
    expect.stringMatching(/^nemus_teaching_dates.*p_place=Ethik/),
    expect.stringMatching(/^nemus_teaching_seminars.*p_search=Ethik/),
  ]);
});

it('finds dates by their place, and rooms by name and address', async () => {
  const place = { address: 'Lindenweg 3, Köln', place: 'Raum 7, Lindenweg 3, Köln' };
  const room = { id: 'r7', name: 'Raum 7', ...place, capacity: 14, is_active: true, coming: 1, told: 0, too_many: 0 };
  const { entries } = await find(searchDates, 'Koeln', {
    ...DATES,
    nemus_teaching_seminars: [],
    nemus_staff_rooms: [room, { ...room, id: 'r8', address: 'Bonn' }],
  });
  expect(entries).toEqual([
    { id: 'r7', label: 'Raum: Raum 7', detail: 'Lindenweg 3, Köln, 14 Plätze', path: '/academy/dates?raum=r7' },
    ...FOUND,
  ]);
});
