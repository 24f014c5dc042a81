import type { ComicPanel } from '../comic/panel';

/** What a block teaches, for the page and for the PDF. */
export interface BlockSummary {
  /** "Block A: Berufsrecht". */
  readonly title: string;
  /** Title of the course. */
  readonly course: string;
  readonly intro: string;
  readonly sections: readonly {
    readonly title: string;
    /** Where the rule stands, such as "§ 630e BGB". */
    readonly source: string;
    readonly points: readonly string[];
  }[];
}

/** The media of a block: what its comic, video and summary show. Everything else about a block is rows. */
export interface BlockContent {
  /** Title of the story that comic and video tell. */
  readonly title: string;
  readonly panels: readonly ComicPanel[];
  /** Addresses of the video (WebM) and of its subtitles (WebVTT). */
  readonly video: { readonly url: string; readonly subtitlesUrl: string };
  readonly summary: BlockSummary;
}

/**
 * The blocks that have media, by `<course>/<block>`; each is fetched when it is opened. Files of a release are given to
 * everybody: no premium course may stand here.
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
