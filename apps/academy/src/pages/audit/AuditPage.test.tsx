/** @jest-environment ../../jest.browser.mjs */
import { pagesUnderTest } from '@nemus/testing/pages';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { z } from 'zod';
import app from '../../app';

const pages = pagesUnderTest(app);
const ACTOR = '00000000-0000-4000-8000-0000000000d1';
const LINE = {
  id: 7,
  at: '2026-11-22T10:00:00+00:00',
  actor_id: ACTOR,
  actor_name: 'Ina Falk',
  action: 'update',
  subject: 'courses',
  subject_id: 'c1',
  before: { title: 'Alt', price: 1 },
  after: { title: '<img src=x onerror=alert(1)>', price: 1 },
};
const FILTERS = { actors: [{ actor_id: ACTOR, actor_name: 'Ina Falk' }], subjects: ['courses'] };
const askedSchema = z.object({ p_below: z.number().optional(), p_limit: z.number() });
const asked = async () => (await pages.asked('rpc/nemus_audit_lines').at(-1)?.clone().json()) as unknown;

it('shows who did what, with the differences as text, and pages to older lines', async () => {
  await pages.open(`/academy/audit?actor=${ACTOR}&subject=courses`, {
    'rpc/nemus_audit_lines': () => ({ rows: [LINE], has_more: true }),
    'rpc/nemus_audit_filters': () => FILTERS,
  });
  expect(await screen.findByText('Geändert: Seminar')).toBeVisible();
  fireEvent.click(screen.getByText('1 Angabe'));
  expect(screen.getByText('Alt').tagName).toBe('DEL');
  expect(screen.getByText('<img src=x onerror=alert(1)>').tagName).toBe('INS');
  expect(await asked()).toEqual({ p_actor: ACTOR, p_subject: 'courses', p_limit: 50 });
  fireEvent.click(screen.getByRole('button', { name: 'Ältere Einträge' }));
  await waitFor(async () => expect(await asked()).toMatchObject({ p_below: 7 }));
});

it('ignores invalid days and accounts, and says that nothing was found', async () => {
  await pages.open('/academy/audit?actor=x&from=gestern&below=-1', {
    'rpc/nemus_audit_lines': () => ({ rows: [], has_more: false }),
    'rpc/nemus_audit_filters': () => FILTERS,
  });
  expect(await screen.findByText('Kein Eintrag gefunden')).toBeVisible();
  expect(await asked()).toEqual({ p_limit: 50 });
});

it('exports every line of the selection, page by page, however many there are', async () => {
  const count = 6_200;
  await pages.open(`/academy/audit?subject=courses&below=100`, {
    'rpc/nemus_audit_lines': async (request) => {
      const { p_below: below = count + 1, p_limit: limit } = askedSchema.parse(await request.clone().json());
      const first = below - 1;
      const ids = Array.from({ length: Math.min(limit, first) }, (_, at) => first - at);
      return { rows: ids.map((id) => ({ ...LINE, id })), has_more: first > limit };
    },
    'rpc/nemus_audit_filters': () => FILTERS,
  });
  await screen.findAllByText('Geändert: Seminar');
  fireEvent.click(screen.getByRole('button', { name: 'CSV exportieren' }));
  await waitFor(() => expect(pages.saved()).toHaveLength(1));
  const text = (await pages.saved()[0]?.bytes())?.toString('utf8') ?? '';
  const rows = text.trim().split('\r\n').slice(1);
  expect(rows).toHaveLength(count);
  expect(rows[0]).toContain(';Bezeichnung: Alt;Bezeichnung: <img');
  expect(text).not.toContain('{');
  expect([rows[0], rows.at(-1)].map((row) => Number.parseInt(row ?? '', 10))).toEqual([count, 1]);
});
