import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import {
  digestOf,
  RELEASE_FILE,
  releaseDocumentSchema,
  releaseInputSchema,
  signRelease,
  type ReleaseDocument,
  type ReleaseInput,
  type Signer,
} from '@nemus/registry';
import { z } from 'zod';
import { formName, writeCompressed } from './compressed';
import { parseJson } from './parse-json';
import { Refusal } from './refusal';
import { builtFolder, listFolder, openPacked, OUTPUT_FOLDER, type ReleaseFiles } from './release-files';
import { shellInput } from './shell/shell-release';
import { documentText } from './store/document';

const run = promisify(execFile);

/** What the build hands over, in the output folder. */
const RELEASE_INPUT_FILE = 'release-input.json';

/** Gives the key that signs for a remote, if there is one. @param paths Paths that the remote declares. */
export type SignerFor = (remote: string, paths: readonly string[]) => Promise<Signer | undefined>;

/**
 * Packs a build: hashes every file, compresses texts into files beside them (`.br`), and writes `dist/release.json`.
 * The same build of the same commit gives the same document, except for the signature.
 *
 * @param options `signerFor` gives the key that signs for the remote, if there is one.
 */
export async function packRelease(appFolder: string, options: { signerFor?: SignerFor } = {}): Promise<ReleaseFiles> {
  const folder = builtFolder(appFolder);
  const isShell = path.basename(folder) === 'site';
  const input = isShell ? await shellInput(folder, await listFolder(folder)) : await readInput(appFolder);
  const { files, ...built } = input;
  const source = await describeSource(appFolder);
  const hashed = await Promise.all(
    files.map(async (file) => {
      const content = await readFile(path.join(folder, file)).catch(() => null);
      if (!content) throw notBuilt(appFolder, `${file} is listed by the build, but missing.`);
      const hash = { integrity: await digestOf(content), bytes: content.byteLength };
      if (!isShell && !files.includes(formName(file))) await writeCompressed(folder, file, content, hash);
      return [file, hash] as const;
    }),
  );
  const release: ReleaseDocument = releaseDocumentSchema.parse({
    ...built,
    ...source,
    files: Object.fromEntries(hashed),
  });
  const { name, routes } = release.declaration;
  const signer = await options.signerFor?.(
    name,
    routes.map((route) => route.path),
  );
  const document = signer ? await signRelease(release, signer) : release;
  const text = documentText(document);
  await writeFile(path.join(appFolder, OUTPUT_FOLDER, RELEASE_FILE), text);
  // Not from the file: another portal of this checkout may concurrently pack the same build with its own key.
  return openPacked(appFolder, text);
}

async function readInput(appFolder: string): Promise<ReleaseInput> {
  const file = path.join(appFolder, OUTPUT_FOLDER, RELEASE_INPUT_FILE);
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) throw notBuilt(appFolder, `${file} does not exist.`);
  const parsed = releaseInputSchema.safeParse(parseJson(text));
  if (!parsed.success) throw notBuilt(appFolder, z.prettifyError(parsed.error));
  return parsed.data;
}

function notBuilt(appFolder: string, detail: string): Refusal {
  return new Refusal(
    'not-built',
    `${appFolder} is not built completely.`,
    `Build it: "npx nx build ${path.basename(path.resolve(appFolder))}", or "npm run build" in a repository of its own.`,
    {
      details: [detail],
    },
  );
}

/**
 * Commit and time of the sources. The time is the commit's, not the clock's, so that packing again changes nothing;
 * uncommitted changes are marked.
 */
async function describeSource(folder: string): Promise<{ commit: string; builtAt: string }> {
  const git = async (...args: string[]) => (await run('git', ['-C', folder, ...args])).stdout.trim();
  try {
    const [commit = '', seconds = ''] = (await git('log', '-1', '--format=%H %ct')).split(' ');
    const changed = await git('status', '--porcelain', '--untracked-files=normal', '.');
    return {
      commit: changed === '' ? commit : `${commit}+changes`,
      builtAt: new Date(Number(seconds) * 1000).toISOString(),
    };
  } catch {
    // A source archive has no history.
    return { commit: 'unknown', builtAt: new Date().toISOString() };
  }
}
