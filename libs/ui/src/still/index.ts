/** For pages that are rendered at build time. */
export { CANVAS, renderStill, tokensOf, type StillPage } from './still-page';
export { TabLinks } from './TabLinks';
export { StillPasswordField } from './StillPasswordField';
