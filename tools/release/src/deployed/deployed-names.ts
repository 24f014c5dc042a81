import { MOST_USES_BYTES, parseProvides, PROVIDES_FILE, type ProvidesDocument } from '@nemus/registry';
import { openPortalReader, READ_LIMITS, type ReadLimits } from './portal-reader';

/**
 * What the shell that a portal serves now has for areas, name by name. Null for a shell of before: it has no such file,
 * or answers with its page.
 *
 * @param origin As `portalOrigin` has it.
 */
export async function readDeployedNames(
  origin: string,
  limits: ReadLimits = { ...READ_LIMITS, fileBytes: MOST_USES_BYTES },
): Promise<ProvidesDocument | null> {
  const file = await openPortalReader(origin, limits).read(`/${PROVIDES_FILE}`);
  return file ? parseProvides(Buffer.from(file.bytes).toString()) : null;
}
