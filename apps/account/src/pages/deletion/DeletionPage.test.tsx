/** @jest-environment ../../jest.browser.mjs */
import { pagesUnderTest } from '@nemus/testing/pages';
import { fireEvent, screen } from '@testing-library/react';
import app from '../../app';

const TERMS = { purchases: false, keep_until: null, credits: 0, places: 0, trainees: 0, blocked_by: null };
const pages = pagesUnderTest(app);
const open = (terms: object = {}) =>
  pages.open('/konto-loeschen', { 'rpc/nemus_deletion_terms': () => ({ ...TERMS, ...terms }) });

it('says what is deleted and what stays, and leaves the password to the shell', async () => {
  const { ports } = await open({ places: 2, credits: 1, purchases: true, keep_until: '2034-12-31' });
  expect(await screen.findByText('2 Plätze bei kommenden Terminen werden frei.')).toBeInTheDocument();
  expect(screen.getByText('1 Credit verfallen.')).toBeInTheDocument();
  expect(screen.getByText(/^Rechnungen und Bestellungen bewahren wir bis 31\.12\.2034 auf/)).toBeInTheDocument();
  expect(document.querySelector('input')).toBeNull();
  expect(ports.session.deletions()).toBe(0);
  fireEvent.click(screen.getByRole('button', { name: 'Konto löschen …' }));
  expect(ports.session.deletions()).toBe(1);
});

it.each([
  ['subscription_running', /^Ihr Abonnement läuft noch/],
  ['invoice_open', /^Eine Rechnung ist noch nicht bezahlt/],
  ['a_later_reason', 'Ihr Konto kann zurzeit nicht gelöscht werden.'],
  ['institution_has_members', /^Zu Ihrer Weiterbildungsstätte gehören noch andere Mitglieder/],
])('has no button while something keeps the account: %s', async (code, words) => {
  await open({ blocked_by: code });
  expect(await screen.findByText(words)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Konto löschen …' })).toBeNull();
});
