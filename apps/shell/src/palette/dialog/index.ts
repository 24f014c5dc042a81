/** What is loaded when the palette is opened: a chunk of its own. */
export { KeysDialog } from './KeysDialog';
export { PaletteDialog } from './PaletteDialog';
