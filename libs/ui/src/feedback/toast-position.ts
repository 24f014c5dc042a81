import { DIALOG_FOOT } from '../overlays/dialog-place';

/** Distance of messages from dialogs and from the window's edge. Pixels. */
export const GAP = 16;

/** Position of messages above the window's lower edge, and how much of a dialog they cover. Pixels. */
export interface ToastPosition {
  readonly bottom: number;
  readonly covered: number;
}

const AT_THE_EDGE: ToastPosition = { bottom: GAP, covered: 0 };

/**
 * Where messages of this height cover no action of the topmost dialog: at the lower edge, unless its buttons are there;
 * then above the whole dialog if there is room, otherwise above its buttons.
 */
export function toastPosition(messages: DOMRect): ToastPosition {
  const paper = [...document.querySelectorAll('.MuiDialog-paper')].at(-1);
  const foot = paper?.querySelector(`.${DIALOG_FOOT}`);
  if (paper === undefined || !foot || messages.height === 0) return AT_THE_EDGE;
  const [dialog, actions] = [paper.getBoundingClientRect(), foot.getBoundingClientRect()];
  const below = window.innerHeight - GAP - messages.height;
  const isBeside = actions.right <= messages.left || actions.left >= messages.right || actions.bottom <= below;
  if (isBeside) return AT_THE_EDGE;
  const isRoomAbove = dialog.top >= messages.height + 2 * GAP;
  const edge = isRoomAbove ? dialog.top : actions.top;
  const gap = isRoomAbove ? GAP : GAP / 2;
  return { bottom: window.innerHeight - edge + gap, covered: isRoomAbove ? 0 : messages.height + gap };
}
