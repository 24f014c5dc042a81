/** The palette's code: a separate chunk, loaded on first use. */
export { KeysDialog } from './KeysDialog';
export { PaletteDialog } from './PaletteDialog';
