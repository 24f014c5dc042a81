import { DEFAULT_COLUMNS, isNarrowed, readTraineeList, writeTraineeList } from './trainee-address';

const read = (query: string) => readTraineeList(new URLSearchParams(query));

it('starts with all trainees, by name', () => {
  expect(read('')).toEqual({
    search: '',
    status: null,
    access: null,
    competency: null,
    sort: 'name',
    descending: false,
    page: 1,
    columns: DEFAULT_COLUMNS,
  });
});

it.each([
  'suche=anna&status=active&zugang=pending&kompetenz=personale_kompetenz&sortierung=-stunden&seite=3&spalten=status%2Ctelefon',
  'sortierung=-name',
  'spalten=',
])('comes back from the address as it went in: %s', (query) => {
  const list = read(query);
  expect(writeTraineeList(new URLSearchParams('fremd=1'), list).toString()).toBe(`fremd=1&${query}`);
});

it('ignores unknown values', () => {
  expect(read('status=ruht&zugang=x&kompetenz=y&sortierung=laune&seite=-4')).toEqual(read(''));
});

it('distinguishes no results from no trainees', () => {
  expect(isNarrowed(read('suche=%20'))).toBe(false);
  expect(isNarrowed(read('status=inactive'))).toBe(true);
});
