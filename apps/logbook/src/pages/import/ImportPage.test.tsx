/** @jest-environment ../../jest.browser.mjs */
import { json, type Answers } from '@nemus/testing/jest';
import { pagesUnderTest } from '@nemus/testing/pages';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import app from '../../app';
import { examplePerson } from '../../examples/week';

const pages = pagesUnderTest(app);
const open = (answers: Answers = {}) =>
  pages.open('/logbook/import', {
    nemus_logbook_entries: () => [],
    'rpc/nemus_possible_confirmers': () => [examplePerson],
    nemus_logbook_sites: () => [],
    nemus_logbook_cases: () => [],
    'rpc/nemus_save_entries': () => ({ saved: [], refused: [] }),
    ...answers,
  });
const paste = async (text: string) =>
  fireEvent.change(await screen.findByLabelText('Liste'), { target: { value: text } });
const click = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

it('imports a pasted list in two steps, and submits it', async () => {
  await open({ 'rpc/nemus_submit_entries': () => 2 });
  await paste('Datum\tMinuten\tArt\n02.03.2026\t50\tPraxis\n03.03.2026\t50\tTheorie');
  fireEvent.change(await screen.findByLabelText('Wer bestätigt'), { target: { value: 'p1' } });
  await click('2 Einträge übernehmen');
  expect(await screen.findByText('2 Einträge übernommen')).toBeVisible();
  expect(await pages.sent('rpc/nemus_save_entries')).toEqual([
    {
      p_entries: [
        expect.objectContaining({
          done_on: '2026-03-02',
          minutes: 50,
          category: 'practice',
          confirmer_id: 'p1',
          revision: null,
          is_imported: true,
        }),
        expect.objectContaining({ done_on: '2026-03-03', minutes: 50, category: 'theory' }),
      ],
    },
  ]);
  await click('2 Einträge einreichen');
  expect(await screen.findByText('2 Einträge eingereicht')).toBeVisible();
});

it('asks what a number means, and names bad rows', async () => {
  await open();
  await paste('Datum;Dauer;Art\n02.03.2026;2;Praxis\n31.02.2026;2;Praxis');
  expect(await screen.findByText('Bitte wählen Sie, was die Zahlen in der Spalte Dauer sind.')).toBeVisible();
  fireEvent.change(screen.getByLabelText('Zahlen in der Spalte Dauer sind'), { target: { value: 'units' } });
  expect(await screen.findByText(/Zeile 3: Der Tag „31.02.2026“ ist nicht lesbar/)).toBeVisible();
  await click('1 Eintrag übernehmen');
  await waitFor(async () =>
    expect(await pages.sent('rpc/nemus_save_entries')).toMatchObject([{ p_entries: [{ minutes: 90 }] }]),
  );
});

it('makes new cases once, sends no word of them, and shows their codes', async () => {
  let made = 0;
  await open({
    'rpc/nemus_create_case': () => {
      made += 1;
      return { id: `00000000-0000-4000-8000-00000000000${made}`, code: `F-000${made}` };
    },
  });
  await paste(
    'Datum;Minuten;Art;Patient\n02.03.2026;50;Praxis;Anna\n03.03.2026;50;Praxis;Anna\n03.03.2026;50;Praxis;Ben',
  );
  await click('Für alle 2 ohne Fall einen neuen anlegen');
  await click('3 Einträge übernehmen');
  expect(await screen.findByRole('cell', { name: 'F-0002' })).toBeVisible();
  expect(made).toBe(2);
  expect(JSON.stringify(await pages.sent('rpc/nemus_save_entries'))).not.toMatch(/Anna|Ben/);
});

it('keeps the list after a failed request, and sends the same entries again', async () => {
  let times = 0;
  await open({
    'rpc/nemus_save_entries': () => {
      times += 1;
      return times === 1 ? json(503, {}) : { saved: [], refused: [] };
    },
  });
  await paste('Datum;Minuten;Art\n02.03.2026;50;Praxis');
  await click('1 Eintrag übernehmen');
  expect(await screen.findByText('1 Zeile nicht übernommen')).toBeVisible();
  await click('Liste bearbeiten');
  await click('1 Eintrag übernehmen');
  expect(await screen.findByText('1 Eintrag übernommen')).toBeVisible();
  const [first, second] = await pages.sent('rpc/nemus_save_entries');
  expect(second).toEqual(first);
});

it('says in words why the database refused a row', async () => {
  await open({
    'rpc/nemus_save_entries': async (request) => {
      const { p_entries: entries } = await request.json();
      return { saved: [], refused: [{ id: entries[0].id, code: 'logbook_full', values: { most: 20_000 } }] };
    },
  });
  await paste('Datum;Minuten;Art\n02.03.2026;50;Praxis');
  await click('1 Eintrag übernehmen');
  expect(await screen.findByText(/^Zeile 2: .*20\.000/)).toBeVisible();
});
