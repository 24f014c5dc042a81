import type { LearningCourse } from '@nemus/data';
import { filterCourses, readFilter, writeFilter } from './course-filter';
import { actionOf, courseStates, furtherModules, learningFigures, type CourseAction } from './course-state';

const course = (id: string, change: Partial<LearningCourse> = {}): LearningCourse => ({
  id,
  position: 1,
  title: `Kurs ${id}`,
  description: '',
  learning_goal: '',
  competency: 'fachliche_kompetenz',
  units: 20,
  estimated_time: '',
  difficulty: 'Anfänger',
  rating: null,
  students: 0,
  is_premium: false,
  seminar: null,
  blocks: [],
  modules: [],
  ...change,
});
const modules = (count: number): LearningCourse['modules'] =>
  Array.from({ length: count }, (_value, index) => ({
    id: `m${index}`,
    block_id: 'block-a',
    position: index + 1,
    title: `Modul ${index + 1}`,
    duration_minutes: 30,
    type: 'reading' as const,
  }));
const seminar = { id: 's', title: 'Seminar', price_euros: 240, credit_cost: 120 };

const COURSES = [
  course('a', { title: 'Angst verstehen', modules: modules(2) }),
  course('b', { units: 30, difficulty: 'Experte', description: 'Mit Exposition' }),
  course('c', { units: 16, competency: 'personale_kompetenz', is_premium: true, seminar }),
];
const PROGRESS = [
  { course_id: 'a', status: 'completed' as const, progress_percentage: 100, is_sample: true },
  { course_id: 'b', status: 'in_progress' as const, progress_percentage: 35, is_sample: false },
];
const states = courseStates(COURSES, PROGRESS, new Set());
const found = (query: string) =>
  filterCourses(states, readFilter(new URLSearchParams(query))).map(({ course: { id } }) => id);

describe('the figures', () => {
  it('count, average over all courses and add up the units', () => {
    expect(learningFigures(states)).toEqual({ completed: 1, inProgress: 1, averagePercent: 45, units: 66 });
  });

  it('are zero without courses', () => {
    expect(learningFigures([])).toEqual({ completed: 0, inProgress: 0, averagePercent: 0, units: 0 });
  });
});

describe('the action of a card', () => {
  it.each<[string, boolean, CourseAction]>([
    ['not_started', true, 'start'],
    ['not_started', false, 'buy'],
    ['in_progress', true, 'continue'],
    // Refunded after it was begun.
    ['in_progress', false, 'buy'],
    ['completed', true, 'repeat'],
    ['completed', false, 'buy'],
  ])('is for %s, open: %s, "%s"', (status, isOpen, action) => {
    const state = states.find((candidate) => candidate.status === status);
    expect(state && actionOf({ ...state, isOpen })).toBe(action);
  });

  it('opens a premium course to those who bought its seminar', () => {
    const open = (bought: string[]) => courseStates(COURSES, [], new Set(bought)).map(({ isOpen }) => isOpen);
    expect(open([])).toEqual([true, true, false]);
    expect(open(['s'])).toEqual([true, true, true]);
  });
});

it.each([
  [2, null],
  [3, null],
  [4, '+1 weiteres Modul'],
  [6, '+3 weitere Module'],
])('of %d modules the card says %s', (count, text) => {
  expect(furtherModules({ modules: modules(count) })).toBe(text);
});

describe('the filter', () => {
  it.each([
    ['', ['a', 'b', 'c']],
    ['ansicht=in-bearbeitung', ['b']],
    ['ansicht=abgeschlossen', ['a']],
    ['ansicht=premium', ['c']],
    ['ansicht=unbekannt', ['a', 'b', 'c']],
    ['suche=ANGST', ['a']],
    ['suche=exposition', ['b']],
    ['suche=modul+2', ['a']],
    ['suche=gibt+es+nicht', []],
    ['kompetenz=personale_kompetenz', ['c']],
    ['niveau=Experte', ['b']],
    ['niveau=Experte&suche=angst', []],
  ])('"%s" finds %j', (query, ids) => {
    expect(found(query)).toEqual(ids);
  });

  it('is read from the address as written, and keeps other parameters', () => {
    const filter = { ansicht: 'premium', suche: 'über', kompetenz: 'personale_kompetenz', niveau: null } as const;
    const written = writeFilter(new URLSearchParams('session_id=1&niveau=Experte'), filter);
    expect(written.get('session_id')).toBe('1');
    expect(readFilter(written)).toEqual(filter);
  });
});
