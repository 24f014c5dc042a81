/** What an area may leave in the page, and which of its styles reach the shell. */
export { restylingSelectors } from './restyling';
export { watchPage, type PageWatch } from './watch-page';
