/** Class of a dialog's action row, which messages must not cover. */
export const DIALOG_FOOT = 'nemus-dialog-foot';

/** CSS variable of the document: the height of an open dialog that messages cover, as a length; absent for none. */
export const MESSAGES_HEIGHT = '--nemus-messages';
