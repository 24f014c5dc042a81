/** @jest-environment ../../jest.browser.mjs */
import { fakeProfile } from '@nemus/testing';
import { pagesUnderTest } from '@nemus/testing/pages';
import { screen, within } from '@testing-library/react';
import app from '../../app';

const pages = pagesUnderTest(app);
const staff = (...roles: string[]) => ({
  profile: fakeProfile('piw', { rights: roles.map((role) => `staff:${role}`) }),
});
const NOTHING = { drafts: null, coming: null, unticked: null, orders: null, withdrawals: null, institutions: null };
const linksOf = (name: string) =>
  within(screen.getByRole('navigation', { name }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

it('counts withdrawals and disputes, with their next deadlines', async () => {
  const figures = {
    ...NOTHING,
    withdrawals: 2,
    withdrawals_due: '2026-12-04',
    disputes: 1,
    disputes_due: '2026-12-20T10:00:00+00:00',
  };
  await pages.open('/academy', { 'rpc/nemus_academy_overview': () => figures }, staff('orders'));
  const list = await screen.findByRole('list', { name: 'Was auf Sie wartet' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringMatching(/Widerrufe.*2.*erstatten bis 04\.12\.2026/),
    expect.stringMatching(/Anfechtungen.*1.*antworten bis 20\.12\.2026, 11:00/),
  ]);
});

it('counts pending tasks, and links to them', async () => {
  const figures = {
    drafts: 2,
    coming: 11,
    unticked: 0,
    orders: 3,
    withdrawals: 5,
    institutions: 1,
    names: 6,
    support: 7,
  };
  await pages.open(
    '/academy',
    { 'rpc/nemus_academy_overview': () => figures },
    staff('catalogue', 'teaching', 'orders', 'people'),
  );
  const list = await screen.findByRole('list', { name: 'Was auf Sie wartet' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringMatching(/Entwürfe.*2/),
    expect.stringMatching(/Nächste Termine.*11/),
    expect.stringMatching(/Offene Anwesenheiten.*0/),
    expect.stringMatching(/Bestellungen zu klären.*3/),
    expect.stringMatching(/Widerrufe.*5/),
    expect.stringMatching(/Freigaben.*1/),
    expect.stringMatching(/Namen.*6/),
    expect.stringMatching(/Anfragen.*7/),
  ]);
  expect(
    within(list)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual([
    '/academy/catalogue?stand=draft',
    '/academy/dates?zeit=demnaechst',
    '/academy/dates?zeit=offen',
    '/academy/orders/open',
    '/academy/orders/withdrawals?stand=offen',
    '/academy/people/institutions?stand=wartet',
    '/academy/people/names',
    '/academy/people/support',
  ]);
  expect(linksOf('Akademie')).toEqual([
    'Übersicht',
    'Seminare',
    'Termine',
    'E-Learning',
    'Anforderungen',
    'Bestellungen',
    'Personen',
    'Protokoll',
  ]);
  expect(screen.getByRole('link', { name: 'Übersicht' })).toHaveAttribute('aria-current', 'page');
});

it('shows a role its own tasks', async () => {
  const figures = { ...NOTHING, coming: 4, unticked: 1 };
  await pages.open('/academy', { 'rpc/nemus_academy_overview': () => figures }, staff('teaching'));
  const list = await screen.findByRole('list', { name: 'Was auf Sie wartet' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(2);
  expect(linksOf('Akademie')).toEqual(['Übersicht', 'Termine']);
});

it('reports failed counts, and keeps the links to the sections', async () => {
  const refused = () => Response.json({ code: '42501', message: 'no' }, { status: 403 });
  await pages.open('/academy', { 'rpc/nemus_academy_overview': refused }, staff('people'));
  expect(await screen.findByText('Laden fehlgeschlagen: Was auf Sie wartet')).toBeVisible();
  expect(linksOf('Akademie')).toEqual(['Übersicht', 'Personen', 'Protokoll']);
});
