import { MOST_USES_BYTES, parseProvides, PROVIDES_FILE, type ProvidesDocument } from '@nemus/registry';
import { openPortalReader, READ_LIMITS, type ReadLimits } from './portal-reader';

/**
 * What the deployed shell provides to areas, name by name. Null for an earlier shell: it has no such file, or answers
 * with its page.
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
