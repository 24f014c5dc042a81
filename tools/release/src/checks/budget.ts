import { brotliOf } from '@nemus/build/brotli';
import { compressedForm } from '../compressed';
import type { ReleaseFiles } from '../release-files';
import type { Check } from './check';

/** What browsers fetch to run the area; pictures and fonts have their own moment, maps are for developer tools. */
const COUNTED = /\.(js|mjs|css)$/;

/**
 * Sizes of a release in bytes as a server sends them (brotli, highest quality). Compressed forms count as they are: the
 * check of the files compares their content.
 */
export async function measureSize(files: ReleaseFiles): Promise<{ entry: number; total: number }> {
  const { release, read } = files;
  const sizes = await Promise.all(
    Object.keys(release.files)
      .filter((file) => COUNTED.test(file))
      .map(async (file) => {
        const form = compressedForm(files, file);
        const small =
          (form === null ? null : await read(form)) ?? (await brotliOf((await read(file)) ?? new Uint8Array()));
        return { file, bytes: small.byteLength };
      }),
  );
  return {
    entry: sizes.find(({ file }) => file === release.entry)?.bytes ?? 0,
    total: sizes.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

export const budgetCheck: Check = {
  name: 'budget',
  remedy: 'Load less at once, drop a dependency, or raise the budget in remote.config.ts in a change that says why.',
  run: async ({ files }) => {
    const size = await measureSize(files);
    const { budget } = files.release.declaration;
    return (['entry', 'total'] as const).flatMap((part) =>
      size[part] > budget[part] ? [`The ${part} has ${size[part]} bytes (brotli); the budget is ${budget[part]}.`] : [],
    );
  },
};
