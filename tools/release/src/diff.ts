import { LOCK_PROPERTY, SBOM_FILE, sbomSchema } from '@nemus/build/sbom';
import { canonicalJson, type ReleaseDocument } from '@nemus/registry';
import { measureSize } from './checks';
import { parseJson } from './parse-json';
import type { ReleaseFiles } from './release-files';

/** One thing that differs between two releases. */
export interface Difference {
  /** The subject, such as `routes` or `files`. */
  readonly part: string;
  readonly from: string;
  readonly to: string;
}

/** What changes for users and for the shell when `to` follows `from`. */
export async function diffReleases(from: ReleaseFiles, to: ReleaseFiles): Promise<Difference[]> {
  const differences: Difference[] = [];
  const note = (part: string, before: string, after: string) => {
    if (before !== after) differences.push({ part, from: before, to: after });
  };
  note('version', from.release.version, to.release.version);
  note('commit', from.release.commit, to.release.commit);
  note('lock file', (await billOf(from)).lock, (await billOf(to)).lock);
  note('contract', from.release.declaration.contract, to.release.declaration.contract);
  note('title', from.release.declaration.title, to.release.declaration.title);
  for (const part of ['routes', 'menu', 'slots'] as const) {
    noteList(part, items(from.release, part), items(to.release, part));
  }
  noteList('shared', sharedOf(from.release), sharedOf(to.release));
  noteList('packages', (await billOf(from)).packages, (await billOf(to)).packages);
  noteList('files', Object.keys(from.release.files), Object.keys(to.release.files));
  const [before, after] = await Promise.all([measureSize(from), measureSize(to)]);
  note('entry size (brotli)', `${before.entry} bytes`, `${after.entry} bytes`);
  note('total size (brotli)', `${before.total} bytes`, `${after.total} bytes`);
  return differences;

  function noteList(part: string, before: readonly string[], after: readonly string[]) {
    const gone = before.filter((item) => !after.includes(item));
    const added = after.filter((item) => !before.includes(item));
    note(part, gone.join('\n'), added.join('\n'));
  }
}

/** What a release was built from, of its list of packages: nothing for one without. */
async function billOf({ read }: ReleaseFiles): Promise<{ lock: string; packages: string[] }> {
  const content = await read(SBOM_FILE);
  const bill = sbomSchema.safeParse(content && parseJson(Buffer.from(content).toString())).data;
  return {
    lock: bill?.metadata.properties.find(({ name }) => name === LOCK_PROPERTY)?.value ?? 'unknown',
    packages: (bill?.components ?? []).map(({ purl }) => purl.replace('pkg:npm/', '').replace('%40', '@')),
  };
}

function items({ declaration }: ReleaseDocument, part: 'routes' | 'menu' | 'slots'): string[] {
  return declaration[part].map((item) => canonicalJson(item));
}

function sharedOf({ shared }: ReleaseDocument): string[] {
  return shared.map(({ name, range }) => `${name} ${range}`);
}
