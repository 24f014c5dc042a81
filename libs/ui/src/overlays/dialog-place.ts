/** Class of the row of actions at the foot of a dialog: messages keep off it. */
export const DIALOG_FOOT = 'nemus-dialog-foot';

/** CSS variable of the document: how much of an open dialog messages lie above, as a length; absent when none does. */
export const MESSAGES_HEIGHT = '--nemus-messages';
