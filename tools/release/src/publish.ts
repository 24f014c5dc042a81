import { compressedFormOf } from '@nemus/build/brotli';
import {
  areaPath,
  canonicalJson,
  pointerTo,
  RELEASE_FILE,
  releasePath,
  type ReleaseDocument,
  type ReleasePointer,
} from '@nemus/registry';
import { filesCheck } from './checks/files';
import { allForms, formName, hashOf, isFormOf, type CompressedForm } from './compressed';
import { inParallel } from './in-parallel';
import { Refusal } from './refusal';
import { openPublished, publishedVersions, type ReleaseFiles } from './release-files';
import { clearWrongCopies, sharedNames } from './shared-files';
import { putMaps } from './source-maps';
import { STORE_LOG, type ReleaseStore } from './store/store';

/** Parallel uploads, for stores with a high latency. */
const PARALLEL = 6;

export interface PublishResult {
  readonly status: 'published' | 'already-published';
  readonly pointer: ReleasePointer;
  readonly release: ReleaseDocument;
}

/**
 * Puts a packed release into the store, with the compressed form of each text. Publishing changes nothing for users:
 * only a promotion does. A version that is already published is accepted when its files are the same, and refused
 * otherwise.
 */
export async function publishRelease(
  store: ReleaseStore,
  packed: ReleaseFiles,
  options: { who: string; onFile?: (file: string) => void },
): Promise<PublishResult> {
  const { release } = packed;
  const { name } = release.declaration;
  if ((await publishedVersions(store, name)).includes(release.version)) return samePublished(store, packed);
  const damage = await filesCheck.run({ files: packed, shell: { contract: '', shared: [] }, registered: [] });
  if (damage.length > 0) {
    throw new Refusal('check-failed', `${name} ${release.version} is not what was packed.`, filesCheck.remedy, {
      details: damage,
    });
  }
  const folder = releasePath(name, release.version);
  await inParallel(PARALLEL, Object.keys(release.files), async (file) => {
    options.onFile?.(file);
    await store.putImmutable(folder + file, (await packed.read(file)) ?? new Uint8Array());
  });
  const forms = await allForms(packed);
  await inParallel(PARALLEL, forms, (form) => putForm(store, folder, form, packed));
  // After the release's own files, by which the clean-up sees that they are needed.
  await putCopies(store, packed, sharedNames(release), forms);
  await putMaps(store, name, release.version, (await packed.maps?.()) ?? null);
  // The document is last: a release without it is an unfinished upload that no entry can point to.
  const document = Buffer.from(packed.text);
  await store.putImmutable(folder + RELEASE_FILE, document);
  // Last: after an interruption, a machine whose document has another commit may publish the release again.
  const content = await compressedFormOf(RELEASE_FILE, document);
  if (content) await putForm(store, folder, { form: formName(RELEASE_FILE), file: RELEASE_FILE, content }, packed);
  await store.appendAudit(STORE_LOG, {
    who: options.who,
    action: 'publish',
    remote: name,
    from: null,
    to: release.version,
    why: `commit ${release.commit}`,
  });
  return { status: 'published', pointer: pointerTo(release, packed.digest), release };
}

/** Puts files where all releases of the area find them. */
async function putCopies(
  store: ReleaseStore,
  packed: ReleaseFiles,
  names: readonly string[],
  forms: readonly CompressedForm[],
) {
  const folder = areaPath(packed.release.declaration.name);
  await inParallel(PARALLEL, names, async (file) => {
    await store.putImmutable(folder + file, (await packed.read(file)) ?? new Uint8Array());
  });
  const wanted = new Set(names);
  const shared = forms.filter(({ file }) => wanted.has(file));
  await inParallel(PARALLEL, shared, (form) => putForm(store, folder, form, packed));
}

/**
 * Another version of the compressor writes other bytes: a leftover of an interrupted upload is correct if it unpacks to
 * the file.
 */
async function putForm(
  store: ReleaseStore,
  folder: string,
  { form, file, content }: CompressedForm,
  packed: ReleaseFiles,
) {
  try {
    await store.putImmutable(folder + form, content);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'already-exists') throw error;
    const there = await store.read(folder + form);
    const hash = hashOf(packed, file);
    if (!there || !hash || !(await isFormOf(there, hash))) throw error;
  }
}

async function samePublished(store: ReleaseStore, packed: ReleaseFiles): Promise<PublishResult> {
  const { release } = packed;
  const existing = await openPublished(store, release.declaration.name, release.version);
  if (content(existing.release) !== content(release)) {
    throw new Refusal(
      'already-exists',
      `${release.declaration.name} ${release.version} is published already, with other content.`,
      'What is published never changes. Build again from a clean checkout: other inputs give another version.',
      { details: differences(existing.release, release) },
    );
  }
  // What an older command line published has none.
  const wrong = await clearWrongCopies(store, packed);
  if (wrong.length > 0) await putCopies(store, packed, wrong, await allForms(packed));
  return {
    status: 'already-published',
    pointer: pointerTo(existing.release, existing.digest),
    release: existing.release,
  };
}

/** What makes a release: everything but who packed it from which commit, since a commit may leave the inputs alone. */
function content(release: ReleaseDocument): string {
  return canonicalJson({ ...release, commit: undefined, builtAt: undefined, signature: undefined });
}

function differences(published: ReleaseDocument, packed: ReleaseDocument): string[] {
  const names = new Set([...Object.keys(published.files), ...Object.keys(packed.files)]);
  const changed = [...names].filter((name) => published.files[name]?.integrity !== packed.files[name]?.integrity);
  return changed.length > 0
    ? changed.map((name) => `${name} differs.`)
    : ['The files are the same; the declaration differs.'];
}
