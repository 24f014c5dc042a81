import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { compressedFormOf, isCompressible } from '@nemus/build/brotli';
import { digestOf, RELEASE_FILE, type ReleaseDocument } from '@nemus/registry';
import type { ReleaseFiles } from './release-files';
import { openFolder } from './store/file-store';

const unbrotli = promisify(brotliDecompress);

/**
 * What a compressed form has behind the name of its file. Every browser that the portal is built for takes brotli, so
 * there is no other form.
 */
const SUFFIX = '.br';

type FileHash = ReleaseDocument['files'][string];

/** What of a release is needed to find the compressed forms of its files. */
type Listing = Pick<ReleaseFiles, 'release' | 'present'>;

/** Name that the compressed form of a file has. */
export function formName(file: string): string {
  return file + SUFFIX;
}

/** Name of the original of a compressed form, by the form's name; `null` for any other file. */
export function formedFile(form: string): string | null {
  const file = form.slice(0, -SUFFIX.length);
  return form.endsWith(SUFFIX) && isCompressible(file) ? file : null;
}

/** Name of the compressed form of a file where the release has one, else `null`. */
export function compressedForm({ release, present }: Listing, file: string): string | null {
  const form = formName(file);
  return present.includes(form) && !Object.hasOwn(release.files, form) ? form : null;
}

/** Names of files that can only be compressed forms, each with the name of the file that it would be a form of. */
export function compressedForms({ release, present }: Listing): { form: string; file: string }[] {
  return present
    .filter((form) => form.endsWith(SUFFIX) && !Object.hasOwn(release.files, form))
    .map((form) => ({ form, file: form.slice(0, -SUFFIX.length) }));
}

/** Hash and size of a file as the release document has them, or of the document itself. */
export function hashOf({ release, digest, text }: ReleaseFiles, file: string): FileHash | undefined {
  if (file === RELEASE_FILE) return { integrity: digest, bytes: Buffer.byteLength(text) };
  return release.files[file];
}

/** Whether browsers get exactly the file out of its compressed form, no byte more. */
export async function isFormOf(form: Uint8Array, { integrity, bytes }: FileHash): Promise<boolean> {
  // The limit protects from decompression bombs.
  const content = await unbrotli(form, { maxOutputLength: Math.max(bytes, 1) }).catch(() => null);
  return content !== null && (await digestOf(content)) === integrity;
}

/** Writes the compressed form of a built file beside it. An existing correct one stays. */
export async function writeCompressed(
  folder: string,
  file: string,
  content: Uint8Array,
  hash: FileHash,
): Promise<void> {
  const files = openFolder(folder);
  const found = (await files.get(formName(file)))?.content;
  if (found && found.byteLength < content.byteLength && (await isFormOf(found, hash))) return;
  const form = await compressedFormOf(file, content);
  // Complete or not there: another portal of this checkout may read the same build meanwhile.
  if (form) await files.write(formName(file), form);
  else if (found) await files.remove(formName(file));
}

/** A compressed form, and its original. */
export interface CompressedForm {
  /** Its own name. */
  readonly form: string;
  readonly file: string;
  readonly content: Uint8Array;
}

/** All compressed forms of a release: existing ones, and new ones where they are missing. */
export async function allForms(files: ReleaseFiles): Promise<CompressedForm[]> {
  const forms = Object.keys(files.release.files).map(async (file) => {
    const form = formName(file);
    if (Object.hasOwn(files.release.files, form)) return [];
    const there = compressedForm(files, file) === null ? null : await files.read(form);
    const original = there === null ? await files.read(file) : null;
    const content = there ?? (original && (await compressedFormOf(file, original)));
    return content ? [{ form, file, content }] : [];
  });
  return (await Promise.all(forms)).flat();
}
