/** @jest-environment node */
import declaration from '../remote.config';

const commandsOf = (word: string) =>
  (declaration.commands ?? [])
    .filter(({ label, keywords = [] }) => [label, ...keywords].includes(word))
    .map(({ path }) => path);

it('leads to the rooms, the statement import and the terms of transfers by their names', () => {
  expect(commandsOf('Räume')).toEqual(['/academy/dates/raeume']);
  expect(commandsOf('Kontoauszug einlesen')).toEqual(['/academy/orders/transfers/import']);
  expect(commandsOf('Kauf auf Rechnung erlauben')).toEqual(['/academy/orders/transfers/terms']);
});
