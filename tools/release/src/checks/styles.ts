import { restylingSelectors } from '@nemus/testing/leaks';
import type { Check } from './check';

export const stylesCheck: Check = {
  name: 'styles',
  remedy: 'Select by a class of the area: use CSS modules, or put the class of its root in front.',
  run: async ({ files: { release, read } }) => {
    const sheets = Object.keys(release.files).filter((file) => file.endsWith('.css'));
    const found = await Promise.all(
      sheets.map(async (file) =>
        restylingSelectors(Buffer.from((await read(file)) ?? []).toString()).map(
          (selector) => `${file} restyles the shell and other areas: "${selector}".`,
        ),
      ),
    );
    return found.flat();
  },
};
