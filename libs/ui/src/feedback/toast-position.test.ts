/** @jest-environment ../../jest.browser.mjs */
import { DIALOG_FOOT } from '../overlays/dialog-place';
import { toastPosition, GAP } from './toast-position';

const WINDOW = 740;

function rect(left: number, top: number, width: number, height: number): DOMRect {
  const values = { x: left, y: top, left, top, width, height, right: left + width, bottom: top + height };
  return { ...values, toJSON: () => values };
}

/** A dialog on the page, with its action buttons. */
function openDialog(dialog: DOMRect, foot: DOMRect | null) {
  const paper = document.createElement('div');
  paper.className = 'MuiDialog-paper';
  paper.getBoundingClientRect = () => dialog;
  if (foot !== null) {
    const row = document.createElement('div');
    row.className = DIALOG_FOOT;
    row.getBoundingClientRect = () => foot;
    paper.append(row);
  }
  document.body.append(paper);
}

/** Initial position of messages on a phone. */
const MESSAGES = rect(GAP, WINDOW - GAP - 100, 328, 100);
const AT_THE_EDGE = { bottom: GAP, covered: 0 };

beforeEach(() => {
  document.body.replaceChildren();
  Reflect.set(window, 'innerHeight', WINDOW);
});

it('are at the lower edge without a dialog, or with one that has no buttons', () => {
  expect(toastPosition(MESSAGES)).toEqual(AT_THE_EDGE);
  openDialog(rect(0, 0, 360, WINDOW), null);
  expect(toastPosition(MESSAGES)).toEqual(AT_THE_EDGE);
});

it('are above the buttons of a full-screen dialog, and report how much of it they cover', () => {
  openDialog(rect(0, 0, 360, WINDOW), rect(0, WINDOW - 76, 360, 76));
  expect(toastPosition(MESSAGES)).toEqual({ bottom: 84, covered: 108 });
  // A second computation gives the same position.
  expect(toastPosition(rect(GAP, WINDOW - 84 - 100, 328, 100))).toEqual({ bottom: 84, covered: 108 });
});

it('are above a whole sheet: its question stays readable', () => {
  openDialog(rect(0, 500, 360, 240), rect(0, 664, 360, 76));
  expect(toastPosition(MESSAGES)).toEqual({ bottom: 256, covered: 0 });
});

it('stay at the edge next to a dialog in the middle of a wide window', () => {
  openDialog(rect(352, 100, 576, 500), rect(352, 524, 576, 76));
  expect(toastPosition(rect(880, WINDOW - 116, 384, 100))).toEqual(AT_THE_EDGE);
});

it('avoid the topmost dialog, and return when there are none', () => {
  openDialog(rect(0, 0, 360, WINDOW), rect(0, WINDOW - 76, 360, 76));
  openDialog(rect(0, 500, 360, 240), rect(0, 664, 360, 76));
  expect(toastPosition(MESSAGES).bottom).toBe(256);
  expect(toastPosition(rect(GAP, WINDOW - GAP, 328, 0))).toEqual(AT_THE_EDGE);
});
