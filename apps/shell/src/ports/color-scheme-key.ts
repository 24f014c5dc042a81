/** Key of the remembered colour scheme; the page's boot script reads it before anything is drawn. */
export const COLOR_SCHEME_KEY = 'nemus.color-scheme';
