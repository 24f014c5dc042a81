import { createHash } from 'node:crypto';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { digestOf, releaseInputSchema } from '@nemus/registry';
import { ROOT } from '../../serve/settings';

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
  // The version is in the container's name; the entry has the hash of every other file, in its name and of its bytes.
  const changes: (readonly [string, string])[] = [[hash, mark]];
  const entry = path.join(files, ENTRY);
  for (const name of names.filter((each) => TEXT.test(each) && each !== entry)) {
    changes.push(...(await editFile(name, (text) => edit(path.basename(name), text.replaceAll(hash, mark)))));
  }
  const replaced = (text: string) => changes.reduce((all, [before, after]) => all.replaceAll(before, after), text);
  await change(input, replaced);
  await change(entry, (text) => edit(ENTRY, replaced(text)));
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ name: `@nemus/${area}`, private: true }));
  return { folder, version: version.replace(hash, mark) };
}

/**
 * Changes a file, and the hash in its name where that says its bytes: a name stands for the same bytes in every release.
 *
 * @returns What stands for it elsewhere, before and after: hashes of its bytes, and those in names.
 */
async function editFile(file: string, edit: (text: string) => string): Promise<(readonly [string, string])[]> {
  const text = await readFile(file, 'utf8');
  const edited = edit(text);
  const [named] = /(?<=\.)[0-9a-f]{16}(?=\.\w+$)/.exec(file) ?? [];
  if (edited === text || named === undefined) {
    await writeFile(file, edited);
    return [[await digestOf(Buffer.from(text)), await digestOf(Buffer.from(edited))]];
  }
  const name = createHash('sha256').update(edited).digest('hex').slice(0, named.length);
  const renamed = edited.replaceAll(named, name);
  await rm(file);
  await writeFile(file.replace(named, name), renamed);
  return [
    [named, name],
    [await digestOf(Buffer.from(text)), await digestOf(Buffer.from(renamed))],
  ];
}

async function change(file: string, edit: (text: string) => string): Promise<void> {
  await writeFile(file, edit(await readFile(file, 'utf8')));
}

/** A release that cannot start: its entry throws. */
export const broken: Edit = (file, text) =>
  file === ENTRY ? `throw new Error('This release is broken on purpose.');${text}` : text;

/** A release with foreign code in it, which replaces every heading to show it. */
export const foreign =
  (area: string, says: string): Edit =>
  (file, text) =>
    file.startsWith('expose-app.')
      ? `${text};setInterval(()=>{const h=document.querySelector('[data-remote="${area}"] h1');if(h&&h.textContent!==${JSON.stringify(says)})h.textContent=${JSON.stringify(says)}},50);`
      : text;
