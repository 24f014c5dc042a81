/** Packs what area teams use as npm packages. */
export { packAll } from './pack';
export { stagePortal } from './portal-package';
export { PACKED, type PackedFolder } from './packed';
