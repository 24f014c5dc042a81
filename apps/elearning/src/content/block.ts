import type { ComicPanel } from '../comic/panel';

/** The content of a block, for the page and for the PDF. */
export interface BlockSummary {
  /** "Block A: Berufsrecht". */
  readonly title: string;
  /** Title of the course. */
  readonly course: string;
  readonly intro: string;
  readonly sections: readonly {
    readonly title: string;
    /** Legal source of the rule, such as "§ 630e BGB". */
    readonly source: string;
    readonly points: readonly string[];
  }[];
}

/** The media of a block: comic, video and summary. Everything else about a block is in the database. */
export interface BlockContent {
  /** Title of the story in comic and video. */
  readonly title: string;
  readonly panels: readonly ComicPanel[];
  /** Addresses of the video (WebM) and of its subtitles (WebVTT). */
  readonly video: { readonly url: string; readonly subtitlesUrl: string };
  readonly summary: BlockSummary;
}
