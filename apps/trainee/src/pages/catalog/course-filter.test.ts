import { NO_DATE_FILTER } from '@nemus/area/catalogue';
import type { Course } from '@nemus/data';
import { exampleCourse, exampleEnrollment } from '../../examples/rows';
import { createCatalog, filterCatalog, isFiltered, NO_FILTER } from './course-filter';

const course = (title: string, change: Partial<Course> = {}) =>
  exampleCourse(title, { title, description: '', ...change });

const titles = (entries: readonly { course: Course }[]) => entries.map((entry) => entry.course.title);

describe('createCatalog', () => {
  it('puts enrolled courses after the others, then sorts by title as German does', () => {
    const catalog = createCatalog(
      [
        course('Zwang'),
        course('Übertragung'),
        course('Achtsamkeit'),
        course('Angst'),
        course('Modul 10'),
        course('Modul 2'),
      ],
      [exampleEnrollment('Achtsamkeit', 'completed', 100), exampleEnrollment('Angst', 'not_started')],
    );
    expect(titles(catalog)).toEqual(['Modul 2', 'Modul 10', 'Übertragung', 'Zwang', 'Achtsamkeit', 'Angst']);
    expect(catalog.map(({ enrollment }) => enrollment?.status)).toEqual([
      ...Array.from({ length: 4 }, () => undefined),
      'completed',
      'not_started',
    ]);
  });
});

describe('filterCatalog', () => {
  const catalog = createCatalog(
    [
      course('Angststörungen', { description: 'Exposition und Übung', competency: 'methoden_kompetenz' }),
      course('Diagnostik', { competency: 'diagnostische_kompetenz', difficulty: 'Experte' }),
      course('Gesprächsführung', { description: 'Beziehung und Angst', competency: 'beziehungsgestaltung' }),
    ],
    [],
  );

  it('shows everything without a filter, and counts every competency', () => {
    const { entries, counts } = filterCatalog(catalog, NO_FILTER);
    expect(entries).toHaveLength(3);
    expect(counts).toMatchObject({ methoden_kompetenz: 1, diagnostische_kompetenz: 1, fachliche_kompetenz: 0 });
  });

  it.each([
    ['a word of the title', 'diagnostik', ['Diagnostik']],
    ['a word of the description', 'exposition', ['Angststörungen']],
    ['capitals and umlauts', 'ÜBUNG', ['Angststörungen']],
    ['several words in any order', 'angst beziehung', ['Gesprächsführung']],
    ['spaces around', '  angst ', ['Angststörungen', 'Gesprächsführung']],
    ['something that no course has', 'yoga', []],
  ])('finds %s', (_case, search, expected) => {
    expect(titles(filterCatalog(catalog, { ...NO_FILTER, search }).entries)).toEqual(expected);
  });

  it('joins competency and difficulty', () => {
    const filter = {
      search: '',
      competency: 'diagnostische_kompetenz',
      difficulty: 'Anfänger',
      dates: NO_DATE_FILTER,
    } as const;
    expect(filterCatalog(catalog, filter).entries).toEqual([]);
    expect(titles(filterCatalog(catalog, { ...filter, difficulty: 'Experte' }).entries)).toEqual(['Diagnostik']);
  });

  it('wants one date that meets all of its filter, and the price', () => {
    const date = (id: string, change: object) => ({
      id,
      course_id: 'Diagnostik',
      starts_at: '2026-12-31T23:30:00+00:00',
      ends_at: '2027-01-01T15:00:00+00:00',
      format: 'Präsenz' as const,
      location: 'Akademie Mitte, Raum 3',
      instructor: '',
      capacity: 8,
      free_places: 0,
      parts: null,
      ...change,
    });
    const dates = [date('a', {}), date('b', { format: 'Online', location: '', free_places: 2 })];
    const found = (filter: Partial<typeof NO_DATE_FILTER>) =>
      titles(
        filterCatalog(catalog, { ...NO_FILTER, dates: { ...NO_DATE_FILTER, ...filter } }, (id) =>
          id === 'Diagnostik' ? dates : [],
        ).entries,
      );
    // Already January in Berlin.
    expect(found({ month: '2027-01' })).toEqual(['Diagnostik']);
    expect(found({ month: '2026-12' })).toEqual([]);
    expect(found({ house: 'Akademie Mitte' })).toEqual(['Diagnostik']);
    expect(found({ online: true, free: true })).toEqual(['Diagnostik']);
    expect(found({ house: 'Akademie Mitte', free: true })).toEqual([]);
    expect(found({ most: 239 })).toEqual([]);
    expect(found({ most: 240 })).toHaveLength(3);
  });

  it('counts what a chip would show: by search and difficulty, whatever competency is chosen', () => {
    const { counts } = filterCatalog(catalog, {
      search: 'angst',
      competency: 'beziehungsgestaltung',
      difficulty: null,
      dates: NO_DATE_FILTER,
    });
    expect(counts).toMatchObject({ methoden_kompetenz: 1, beziehungsgestaltung: 1, diagnostische_kompetenz: 0 });
  });
});

it('keeps what only the search excludes, for similar results', () => {
  const catalog = createCatalog([course('Angst'), course('Ethik'), course('Ruhe', { difficulty: 'Experte' })], []);
  const { others } = filterCatalog(catalog, { ...NO_FILTER, search: 'angst', difficulty: 'Anfänger' });
  expect([...others.keys()]).toEqual(['Ethik']);
});

it.each([
  [NO_FILTER, false],
  [{ ...NO_FILTER, search: '  ' }, false],
  [{ ...NO_FILTER, search: 'a' }, true],
  [{ ...NO_FILTER, competency: 'methoden_kompetenz' as const }, true],
  [{ ...NO_FILTER, difficulty: 'Experte' as const }, true],
])('knows whether %o narrows the list', (filter, expected) => expect(isFiltered(filter)).toBe(expected));
