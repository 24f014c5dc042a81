/** @jest-environment ../../jest.browser.mjs */
import { json, type Answers } from '@nemus/testing/jest';
import { pagesUnderTest } from '@nemus/testing/pages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import app from '../../app';
import { exampleSeminar } from '../../examples/seminars';

const pages = pagesUnderTest(app);
const SAVE = 'rpc/nemus_save_course';
const open = (answers: Answers = {}) =>
  pages.open('/academy/catalogue/import', {
    'rpc/nemus_seminar_titles': () => ['Angst'],
    [SAVE]: () => exampleSeminar(),
    ...answers,
  });
const HEAD = 'Titel;Kompetenz;Niveau;Theorie;Praxis;Preis;Credits';
const rowOf = (title: string, price = '89,50') => `${title};Beziehungsgestaltung;Anfänger;8;4;${price};45`;
const paste = async (...rows: string[]) =>
  fireEvent.change(await screen.findByLabelText('Liste'), { target: { value: [HEAD, ...rows].join('\n') } });
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

it('creates drafts, leaves out known titles, and asks about a price of 0', async () => {
  await open();
  await paste(rowOf('Trauer'), rowOf('Angst'), rowOf('Frei', '0'));
  expect(await screen.findByText('Zeile 3: Ein Seminar mit diesem Titel gibt es schon.')).toBeVisible();
  await press('2 Entwürfe anlegen');
  const asked = within(await screen.findByRole('alertdialog', { name: 'Preis von 0 €?' }));
  expect(await pages.sent(SAVE)).toEqual([]);
  fireEvent.click(asked.getByRole('button', { name: 'Mit 0 € speichern' }));
  expect(await screen.findByText('2 Entwürfe angelegt')).toBeVisible();
  expect(await pages.sent(SAVE)).toMatchObject([
    { p_fields: { title: 'Trauer', price_euros: '89.5', has_dates: true, zfu_status: null } },
    { p_fields: { title: 'Frei', price_euros: '0' } },
  ]);
});

it('sends the same drafts again after a failed request', async () => {
  let times = 0;
  await open({ [SAVE]: () => ((times += 1) === 1 ? json(503, {}) : exampleSeminar()) });
  await paste(rowOf('Trauer'));
  await press('1 Entwurf anlegen');
  expect(await screen.findByText('Nicht alle übernommen')).toBeVisible();
  await press('1 Entwurf anlegen');
  expect(await screen.findByText('1 Entwurf angelegt')).toBeVisible();
  await waitFor(async () => {
    const [first, second] = await pages.sent(SAVE);
    expect(second).toEqual(first);
  });
});
