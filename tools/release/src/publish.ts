import {
  canonicalJson,
  pointerTo,
  RELEASE_FILE,
  releasePath,
  type ReleaseDocument,
  type ReleasePointer,
} from '@nemus/registry';
import { filesCheck } from './checks/files';
import { Refusal } from './refusal';
import { openPublished, publishedVersions, type ReleaseFiles } from './release-files';
import { STORE_LOG, type ReleaseStore } from './store/store';

export interface PublishResult {
  readonly status: 'published' | 'already-published';
  readonly pointer: ReleasePointer;
  readonly release: ReleaseDocument;
}

/**
 * Puts a packed release into the store. Publishing changes nothing for anybody: only a promotion does. A version that
 * is there already is accepted when its files are the same, and refused otherwise.
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
  for (const file of Object.keys(release.files)) {
    options.onFile?.(file);
    await store.putImmutable(folder + file, (await packed.read(file)) ?? new Uint8Array());
  }
  // The document comes last: a release without it is an unfinished upload that nothing can point to.
  await store.putImmutable(folder + RELEASE_FILE, Buffer.from(packed.text));
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
