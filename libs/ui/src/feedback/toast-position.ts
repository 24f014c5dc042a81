import { DIALOG_FOOT } from '../overlays/dialog-place';

/** Between messages and what they keep off, and the edge of the window. Pixels. */
export const GAP = 16;

/** Where messages stand, from the lower edge of the window, and how much of a dialog they lie above. Pixels. */
export interface ToastPosition {
  readonly bottom: number;
  readonly covered: number;
}

const AT_THE_EDGE: ToastPosition = { bottom: GAP, covered: 0 };

/**
 * Where messages of this height cover no action of the dialog that lies on top: at the lower edge, unless its buttons are
 * there; then above the whole dialog where there is room, and otherwise above its buttons.
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
