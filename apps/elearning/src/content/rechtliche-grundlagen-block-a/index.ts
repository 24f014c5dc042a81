import type { BlockContent } from '../block';
import { COMIC_PANELS } from './panels';
import { SUMMARY } from './summary';

/** Media of Block A (Berufsrecht) of the course on legal foundations. */
const content: BlockContent = {
  title: 'Lenas erster Fall',
  panels: COMIC_PANELS,
  video: {
    url: new URL('../../../media/block-a.webm', import.meta.url).href,
    subtitlesUrl: new URL('../../../media/block-a.vtt', import.meta.url).href,
  },
  summary: SUMMARY,
};
export default content;
