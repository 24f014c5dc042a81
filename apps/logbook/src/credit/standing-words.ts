import type { Standing } from '@nemus/data';
import type { Tone } from '@nemus/ui';

/** A trainee's standing, in words and with a tone. */
export const STANDING_WORDS: Readonly<Record<Standing, { readonly text: string; readonly tone: Tone }>> = {
  met: { text: 'erfüllt', tone: 'success' },
  on_track: { text: 'im Plan', tone: 'info' },
  behind: { text: 'im Rückstand', tone: 'warning' },
  far_behind: { text: 'weit im Rückstand', tone: 'error' },
  open: { text: 'kein Vergleich', tone: 'neutral' },
};

/** Whether a category needs attention. */
export const isBehind = (standing: Standing): boolean => standing === 'behind' || standing === 'far_behind';
