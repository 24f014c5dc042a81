import { digestOf } from '@nemus/registry';
import { compressedForms, hashOf, isFormOf } from '../compressed';
import type { ReleaseFiles } from '../release-files';
import { copyProblems } from '../shared-files';
import type { Check } from './check';

const LOADED = /\.(js|mjs|css)$/;

export const filesCheck: Check = {
  name: 'files',
  remedy: 'Build and pack again; do not change files afterwards.',
  run: async ({ files }) => {
    const { release, present, read } = files;
    const problems: string[] = [];
    const known = new Set(Object.keys(release.files));
    const wanted = [release.entry, ...release.preload, ...Object.values(release.slotPreload).flat()];
    for (const file of new Set(wanted)) {
      if (!known.has(file)) problems.push(`${file} is to be loaded, but has no hash.`);
    }
    if (!release.preload.includes(release.entry)) problems.push(`The entry ${release.entry} is not preloaded.`);
    for (const { expose } of release.declaration.slots) {
      if (!Object.hasOwn(release.slotPreload, expose)) problems.push(`The slot module ${expose} has no preload list.`);
    }
    for (const file of present) {
      if (LOADED.test(file) && !known.has(file)) problems.push(`${file} has no hash.`);
    }
    const checked = await Promise.all(
      Object.entries(release.files).map(async ([file, { integrity }]) => {
        const content = await read(file);
        if (!content) return [`${file} is missing.`];
        return (await digestOf(content)) === integrity ? [] : [`${file} does not match its hash.`];
      }),
    );
    return [...problems, ...checked.flat(), ...(await formProblems(files)), ...(await copyProblems(files))];
  },
};

/** Each compressed form must unpack to its file, and must not exist without it. */
async function formProblems(files: ReleaseFiles): Promise<string[]> {
  const problems = compressedForms(files).map(async ({ form, file }) => {
    const hash = hashOf(files, file);
    if (!hash) return [`${form} is the compressed form of no file.`];
    const content = await files.read(form);
    return content && (await isFormOf(content, hash)) ? [] : [`${form} is not the compressed form of ${file}.`];
  });
  return (await Promise.all(problems)).flat();
}
