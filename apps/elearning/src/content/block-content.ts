import type { BlockContent } from './block';

/**
 * The blocks with media, by `<course>/<block>`; each loads when it is opened. Files of a release are public: premium
 * courses must not be here.
 */
const CONTENTS: Readonly<Record<string, () => Promise<{ default: BlockContent }>>> = {
  'rechtliche-grundlagen/block-a': () => import('./rechtliche-grundlagen-block-a'),
};

/** Names of the blocks that have media. */
export const BLOCKS_WITH_MEDIA: readonly string[] = Object.keys(CONTENTS);

/** True when a block has comic, video and summary. Without them its journey begins with the quiz. */
export function hasContent(courseId: string, blockId: string): boolean {
  return Object.hasOwn(CONTENTS, `${courseId}/${blockId}`);
}

/** Fetches the media of a block; null when it has none. Fails when the release's files cannot be reached. */
export async function loadContent(courseId: string, blockId: string): Promise<BlockContent | null> {
  if (!hasContent(courseId, blockId)) return null;
  const load = CONTENTS[`${courseId}/${blockId}`];
  return load ? (await load()).default : null;
}
