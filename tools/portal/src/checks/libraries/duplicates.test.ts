import { findDuplicates } from './duplicates';

test('names what two areas carry, and what an area carries beside the shell', () => {
  const found = findDuplicates({
    shell: { react: 20_000, 'react-hook-form': 160_000 },
    trainee: { 'pdf-lib': 780_000, 'react-hook-form': 160_000 },
    institution: { 'pdf-lib': 780_000, papaparse: 25_000 },
  });
  expect(found.map(({ library }) => library)).toEqual(['pdf-lib', 'react-hook-form']);
  expect(found[0]?.builds).toEqual([
    ['trainee', 780_000],
    ['institution', 780_000],
  ]);
});

test('lets small copies and the runtime of the containers be', () => {
  const carried = { clsx: 400, '@module-federation/runtime-core': 131_000 };
  expect(findDuplicates({ trainee: carried, institution: carried })).toEqual([]);
});
