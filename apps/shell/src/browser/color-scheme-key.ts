/** Storage key of the colour scheme; the page's boot script reads it before the first render. */
export const COLOR_SCHEME_KEY = 'nemus.color-scheme';
