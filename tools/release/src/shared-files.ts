import { areaPath, CONTENT_FOLDER, digestOf, isByContent, releasePath, type ReleaseDocument } from '@nemus/registry';
import { formName, hashOf, isFormOf } from './compressed';
import type { ReleaseFiles } from './release-files';
import type { ReleaseStore } from './store/store';

/*
 * Content-addressed files are twice in a store: in the folder of each release, which is complete, and once beside the
 * releases of the area (`releases/<area>/by-content/`). Browsers load them from there, so that unchanged files keep
 * their address.
 */

/** Names of a release's files that its area keeps once for all releases. */
export function sharedNames({ files }: Pick<ReleaseDocument, 'files'>): string[] {
  return Object.keys(files).filter(isByContent);
}

/**
 * Shared names of a release whose copy in the store is missing or differs from the release. A wrong copy is removed,
 * because it would block every later release. No published release uses it: none can be published while it is there.
 */
export async function clearWrongCopies(store: ReleaseStore, files: ReleaseFiles): Promise<string[]> {
  const folder = areaPath(files.release.declaration.name);
  const checked = sharedNames(files.release).map(async (file) => {
    const hash = hashOf(files, file);
    const [content, form] = await Promise.all([store.read(folder + file), store.read(folder + formName(file))]);
    const isRight = content !== null && (await digestOf(content)) === hash?.integrity;
    const isFormRight = form === null || (hash !== undefined && (await isFormOf(form, hash)));
    if (content !== null && !isRight) await store.remove(folder + file);
    if (form !== null && !isFormRight) await store.remove(folder + formName(file));
    return isRight && isFormRight ? [] : [file];
  });
  return (await Promise.all(checked)).flat();
}

/** Errors in the shared copies of a published release, one sentence each. */
export async function copyProblems(files: ReleaseFiles): Promise<string[]> {
  const { readShared } = files;
  if (!readShared) return [];
  const problems = sharedNames(files.release).map(async (file) => {
    const hash = hashOf(files, file);
    const content = await readShared(file);
    if (!hash || !content) return [`${file} is missing among what the area's releases share; publish it again.`];
    if ((await digestOf(content)) !== hash.integrity)
      return [`${file} that the area's releases share is another file.`];
    const form = await readShared(formName(file));
    return !form || (await isFormOf(form, hash)) ? [] : [`The compressed form of the shared ${file} is another file.`];
  });
  return (await Promise.all(problems)).flat();
}

/**
 * Shared files of an area that none of these releases has, complete or not: paths in the store.
 *
 * @param candidates Names to check; by default all existing ones.
 */
export async function unusedCopies(
  store: ReleaseStore,
  remote: string,
  versions: readonly string[],
  candidates?: ReadonlySet<string>,
): Promise<string[]> {
  const there = await listShared(store, areaPath(remote));
  const used = new Set<string>();
  for (const version of versions) {
    for (const file of await listShared(store, releasePath(remote, version))) used.add(file);
  }
  return there
    .filter((file) => !used.has(file) && !used.has(withoutForm(file)))
    .filter((file) => !candidates || candidates.has(file) || candidates.has(withoutForm(file)))
    .map((file) => areaPath(remote) + file);
}

/** Names below a folder's shared part, as releases name them. Files with such names are in no subfolders. */
export async function listShared(store: ReleaseStore, folder: string): Promise<string[]> {
  return (await store.list(folder + CONTENT_FOLDER)).map((name) => CONTENT_FOLDER + name);
}

function withoutForm(file: string): string {
  const end = formName('').length;
  return file.endsWith(formName('')) ? file.slice(0, -end) : file;
}
