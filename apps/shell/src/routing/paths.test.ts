import { declarationProblems } from '@nemus/registry';
import { PATHS } from './paths';

/** The shell's paths, and those of an area. */
const OF_AREAS: readonly string[] = [
  PATHS.start,
  PATHS.home,
  PATHS.security,
  PATHS.withdrawal,
  PATHS.invitation,
  PATHS.membership,
];

/** An area that claims a path. */
const claiming = (path: string) => ({
  name: 'new',
  team: 'new',
  routes: [{ path, layout: 'shared' as const, title: 'T' }],
  menu: [],
  slots: [],
});

it.each(Object.values(PATHS).filter((path) => !OF_AREAS.includes(path)))('no area can claim %s', (path) => {
  const problem = [`The path ${path} belongs to the shell (${path}).`];
  expect(declarationProblems(claiming(path))).toEqual(problem);
  expect(declarationProblems(claiming(`${path}/below`))).toHaveLength(1);
});

it('an area can claim a path with a similar beginning', () => {
  expect(declarationProblems(claiming('/agb-und-mehr'))).toEqual([]);
});
