import { digestOf, parseRelease, RELEASE_FILE, releasePath } from '@nemus/registry';
import { Refusal } from './refusal';
import type { ReleaseFiles } from './release-files';
import { openFileStore } from './store/file-store';
import { isS3Address } from './store/s3-address';
import { openS3Store } from './store/s3-store';

/**
 * Opens a published release from any store that can be read without an interactive login: its folder, its address for
 * browsers, or its bucket with the environment's login. `smoke` passes it as `NEMUS_SMOKE_STORE`; publish the release
 * into a separate store to run it alone.
 *
 * Every file is compared with its hash when it is read.
 */
export async function openReleaseAt(source: string, remote: string, version: string): Promise<ReleaseFiles> {
  const read = readerOf(source, releasePath(remote, version));
  const content = await read(RELEASE_FILE);
  const text = content ? Buffer.from(content).toString() : '';
  const parsed = parseRelease(text);
  if (!parsed.ok) {
    const remedy = 'Publish it first, or name the store that has it.';
    throw new Refusal('not-published', `${remote} ${version} is not in ${source}.`, remedy, {
      details: [parsed.message],
    });
  }
  const { release, raw } = parsed;
  return {
    release,
    raw,
    text,
    digest: await digestOf(text),
    present: Object.keys(release.files),
    read: async (file) => {
      const bytes = await read(file);
      return bytes && (await digestOf(bytes)) === release.files[file]?.integrity ? bytes : null;
    },
  };
}

function readerOf(source: string, folder: string): (file: string) => Promise<Uint8Array | null> {
  if (!/^https?:/.test(source)) {
    const store = isS3Address(source) ? openS3Store(source) : openFileStore(source);
    return (file) => store.read(folder + file);
  }
  const base = new URL(folder, source.endsWith('/') ? source : `${source}/`);
  return async (file) => {
    const answer = await fetch(new URL(file, base));
    return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : null;
  };
}
