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
