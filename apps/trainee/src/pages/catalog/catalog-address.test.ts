import { paths } from '../../paths';
import { readFilter, writeFilter } from './catalog-address';
import { NO_FILTER } from './course-filter';

const dates = { month: '2026-12', house: 'Akademie & Co', online: true, free: true, most: 150 };
const filter = { search: 'Angst & Zwang', competency: 'methoden_kompetenz', difficulty: 'Anfänger', dates } as const;

describe('the filter in the address', () => {
  it('comes back as it was written', () => {
    const address = writeFilter(new URLSearchParams(), filter).toString();
    expect(readFilter(new URLSearchParams(address))).toEqual(filter);
  });

  it('leaves the address clean when everything is shown', () => {
    const address = writeFilter(new URLSearchParams('suche=a&kompetenz=methoden_kompetenz&niveau=Experte'), NO_FILTER);
    expect(address.toString()).toBe('');
  });

  it('keeps other parameters of the address', () => {
    expect(writeFilter(new URLSearchParams('quelle=mail'), { ...NO_FILTER, search: 'x' }).toString()).toBe(
      'quelle=mail&suche=x',
    );
  });

  it('treats unknown values as "all"', () => {
    expect(readFilter(new URLSearchParams('kompetenz=kochen&niveau=Profi&monat=2026-13&online=ja&preis=-1'))).toEqual(
      NO_FILTER,
    );
  });

  it('reads what other pages link to', () => {
    const address = new URL(paths.catalogOf('beziehungsgestaltung'), 'http://portal.test');
    expect(address.pathname).toBe('/seminar-catalog');
    expect(readFilter(address.searchParams)).toEqual({ ...NO_FILTER, competency: 'beziehungsgestaltung' });
  });
});
