import type { Standing } from '@nemus/data';
import type { Tone } from '@nemus/ui';

/** How somebody stands, in words and in the tone that goes with them. */
export const STANDING_WORDS: Readonly<Record<Standing, { readonly text: string; readonly tone: Tone }>> = {
  met: { text: 'erfüllt', tone: 'success' },
  on_track: { text: 'im Plan', tone: 'info' },
  behind: { text: 'im Rückstand', tone: 'warning' },
  far_behind: { text: 'weit im Rückstand', tone: 'error' },
  open: { text: 'kein Vergleich', tone: 'neutral' },
};

/** Whether somebody has to be asked about a category. */
export const isBehind = (standing: Standing): boolean => standing === 'behind' || standing === 'far_behind';
