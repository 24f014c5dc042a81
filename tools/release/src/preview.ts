import { randomBytes } from 'node:crypto';
import { digestOf, parseRelease, previewEnd, previewVersion, signRelease, type Signer } from '@nemus/registry';
import { collectReleases } from './gc';
import { publishRelease } from './publish';
import { Refusal } from './refusal';
import type { ReleaseFiles } from './release-files';
import { documentText } from './store/document';
import type { ReleaseStore } from './store/store';

/** Longest life of a preview, in hours: two weeks. */
export const PREVIEW_HOURS = 336;

export interface PreviewRequest {
  readonly store: ReleaseStore;
  readonly packed: ReleaseFiles;
  readonly who: string;
  readonly hours: number;
  /** Signs for the team: portals load nothing else from the store. */
  readonly signer?: Signer | undefined;
  readonly now?: Date;
}

/**
 * Publishes a packed build under a version of its own that says when it ends. Accounts that may override open it; it is
 * no release: the gate refuses to promote it. After its end our servers answer 404, and `gc` or the next preview removes
 * it.
 */
export async function publishPreview({ store, packed, who, hours, signer, now = new Date() }: PreviewRequest) {
  if (hours > PREVIEW_HOURS) {
    throw new Refusal('malformed', `A preview lasts ${PREVIEW_HOURS} hours at most.`, 'Make a new one later.');
  }
  await collectReleases({ store, who, now, previewsOnly: true });
  const ends = new Date(now.getTime() + hours * 3_600_000);
  const version = previewVersion(ends, randomBytes(3).toString('hex'));
  const unsigned = { ...packed.release, version, signature: undefined };
  const text = documentText(signer ? await signRelease(unsigned, signer) : unsigned);
  const parsed = parseRelease(text);
  if (!parsed.ok) throw new Refusal('malformed', 'The build cannot be previewed.', parsed.message);
  const { release, raw } = parsed;
  await publishRelease(store, { ...packed, release, raw, text, digest: await digestOf(text) }, { who });
  return { version, ends: ends.toISOString() };
}

/** Refuses a preview where a release is meant. */
export function refusePreview(version: string): void {
  if (previewEnd(version) === null) return;
  throw new Refusal('check-failed', `${version} is a preview.`, 'Build, pack and publish the release.');
}
