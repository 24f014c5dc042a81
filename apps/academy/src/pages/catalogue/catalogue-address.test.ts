import { readSelection, writeSelection } from './catalogue-address';

it('keeps search, state and page in the address', () => {
  const selection = { search: 'trauer', state: 'draft', competency: 'personale_kompetenz', page: 3 } as const;
  expect(writeSelection(selection).toString()).toBe('suche=trauer&stand=draft&kompetenz=personale_kompetenz&seite=3');
  expect(readSelection(writeSelection(selection))).toEqual(selection);
  expect(writeSelection({ search: '', state: null, page: 1 }).toString()).toBe('');
});

it.each(['stand=alles&seite=-1', 'seite=1.5', 'seite=zwei', 'stand=', 'kompetenz=alle', ''])(
  'reads %j as the whole list',
  (address) => {
    expect(readSelection(new URLSearchParams(address))).toEqual({ search: '', state: null, competency: null, page: 1 });
  },
);
