import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { digestOf, releaseInputSchema } from '@nemus/registry';
import { ROOT } from '../settings';

/** What a file of a release becomes. */
export type Edit = (file: string, text: string) => string;

/** The file that a container starts with. */
const ENTRY = 'remoteEntry.js';
const TEXT = /\.(js|css|json)$/;

/**
 * Another release of a built area, as if its sources had changed: the same files under a version of their own, with an
 * edit.
 *
 * @param mark Twelve hexadecimal digits: the last part of the version.
 * @returns Folder of the app and its version; it waits to be packed.
 */
export async function releaseOf(
  area: string,
  into: string,
  { mark, edit = (_file, text) => text }: { mark: string; edit?: Edit },
): Promise<{ folder: string; version: string }> {
  const folder = path.join(into, `${area}-${mark}`);
  const dist = path.join(folder, 'dist');
  const files = path.join(dist, 'files');
  await cp(path.join(ROOT, 'apps', area, 'dist'), dist, { recursive: true });
  await rm(path.join(dist, 'release.json'), { force: true });
  const input = path.join(dist, 'release-input.json');
  const { version } = releaseInputSchema.parse(JSON.parse(await readFile(input, 'utf8')));
  const hash = version.slice(version.indexOf('-') + 1);
  const names = (await readdir(files, { recursive: true })).map((name) => path.join(files, name));
  const forms = names.filter((name) => name.endsWith('.br'));
  await Promise.all(forms.map((name) => rm(name)));
  await change(input, (text) => text.replaceAll(hash, mark));
  // The version stands in every chunk and in the container's name; the entry has the hash of every other file.
  const hashes: (readonly [string, string])[] = [];
  const entry = path.join(files, ENTRY);
  for (const name of names.filter((each) => TEXT.test(each) && each !== entry)) {
    const before = await digestOf(await readFile(name));
    await change(name, (text) => edit(path.basename(name), text.replaceAll(hash, mark)));
    hashes.push([before, await digestOf(await readFile(name))]);
  }
  await change(entry, (text) =>
    edit(
      ENTRY,
      hashes.reduce((changed, [before, after]) => changed.replaceAll(before, after), text.replaceAll(hash, mark)),
    ),
  );
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ name: `@nemus/${area}`, private: true }));
  return { folder, version: version.replace(hash, mark) };
}

async function change(file: string, edit: (text: string) => string): Promise<void> {
  await writeFile(file, edit(await readFile(file, 'utf8')));
}

/** A release that cannot start: its entry throws. */
export const broken: Edit = (file, text) =>
  file === ENTRY ? `throw new Error('This release is broken on purpose.');${text}` : text;

/** A release with somebody else's code in it, which says so in the place of every heading. */
export const foreign =
  (area: string, says: string): Edit =>
  (file, text) =>
    file.startsWith('expose-app.')
      ? `${text};setInterval(()=>{const h=document.querySelector('[data-remote="${area}"] h1');if(h&&h.textContent!==${JSON.stringify(says)})h.textContent=${JSON.stringify(says)}},50);`
      : text;
