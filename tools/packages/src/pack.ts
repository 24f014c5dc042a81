import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { readVersions, VERSIONS_FILE } from '@nemus/create-remote';
import { z } from 'zod';
import { compile } from './compile';
import { packingFaults } from './faults';
import { entriesOf, packedManifest, readManifest } from './manifest';
import { PACKED, type PackedFolder } from './packed';
import { stagePortal } from './portal-package';
import { readableOutside } from './readable-outside';

const run = promisify(execFile);

const reportSchema = z.array(
  z.object({
    name: z.string(),
    version: z.string(),
    filename: z.string(),
    size: z.number(),
    files: z.array(z.object({ path: z.string() })),
  }),
);

/**
 * Writes a tarball of every package that area teams use. Declarations (`tsc -b`) and builds have to be there.
 *
 * @param root Folder of the repository. @param target Folder of the tarballs; earlier ones are removed from it.
 */
export async function packAll(root: string, target: string) {
  const stage = await mkdtemp(path.join(os.tmpdir(), 'nemus-packages-'));
  try {
    const folders = [...(await stageAll(root, stage)), await stagePortal(root, stage)];
    const destination = path.resolve(target);
    await mkdir(destination, { recursive: true });
    const before = (await readdir(destination)).filter((file) => /^nemus-.*\.tgz$/.test(file));
    await Promise.all(before.map((file) => rm(path.join(destination, file))));
    const { stdout } = await run('npm', ['pack', ...folders, '--json', '--pack-destination', destination], {
      cwd: stage,
      maxBuffer: 50_000_000,
    });
    return reportSchema.parse(JSON.parse(stdout)).map(({ name, version, filename, size, files }) => ({
      name,
      version,
      tarball: path.join(destination, path.basename(filename)),
      bytes: size,
      files: files.map(({ path: file }) => file),
    }));
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}

/** Writes the files of every package into a folder of its own. Throws when one of them must not be published. */
export async function stageAll(root: string, stage: string): Promise<string[]> {
  const manifests = PACKED.map((packed) => ({ packed, manifest: readManifest(root, packed.folder) }));
  const versions = new Map(manifests.map(({ manifest }) => [manifest.name, manifest.version]));
  const folders: string[] = [];
  /* oxlint-disable no-await-in-loop -- small files; the first package that cannot be packed ends it */
  for (const { packed, manifest } of manifests) {
    const entries = [...entriesOf(manifest), ...(packed.furtherSources ?? [])];
    const compiled = compile(
      root,
      packed.folder,
      entries.map((file) => path.posix.join(packed.folder, file)),
    );
    const files = new Map([
      ...compiled.files,
      ...(await furtherFiles(root, packed)),
      ['package.json', documentOf(packedManifest(root, packed, manifest, { versions, compiled }))],
      ...(packed.hasVersions ? [[VERSIONS_FILE, documentOf(readVersions(root))] as const] : []),
    ]);
    const faults = packingFaults(files, root);
    if (faults.length > 0) throw new Error(`${packed.folder} cannot be packed:\n  ${faults.join('\n  ')}`);
    const folder = path.join(stage, path.basename(packed.folder));
    for (const [file, text] of files) {
      const place = path.join(folder, file);
      await mkdir(path.dirname(place), { recursive: true });
      await writeFile(place, text);
    }
    folders.push(folder);
  }
  /* oxlint-enable no-await-in-loop */
  return folders;
}

/** Files that are copied unchanged: documents, and files that sources name by path. */
async function furtherFiles(root: string, { folder, files = [], copies = {} }: PackedFolder) {
  const found = new Map<string, string>();
  const take = async (source: string, place: string) => {
    const text = await readFile(path.join(root, source), 'utf8');
    found.set(place, place.endsWith('.md') ? readableOutside(text) : text);
  };
  for (const file of ['README.md', 'CHANGELOG.md', ...files]) {
    // oxlint-disable-next-line no-await-in-loop -- a handful
    const below = await readdir(path.join(root, folder, file), { recursive: true, withFileTypes: true }).catch(
      () => null,
    );
    const sources = below
      ? below
          .filter((entry) => entry.isFile())
          .map((entry) => path.relative(path.join(root, folder), path.join(entry.parentPath, entry.name)))
      : [file];
    // oxlint-disable-next-line no-await-in-loop -- as above
    await Promise.all(sources.map((source) => take(path.join(folder, source), source.split(path.sep).join('/'))));
  }
  await Promise.all(Object.entries(copies).map(([source, place]) => take(source, place)));
  return found;
}

function documentOf(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
