/**
 * What stands in every style element of the style library. Its rules come by the CSSOM, which no policy looks at; the
 * element itself is let in by the hash of its text, so that this text has to be the same everywhere. None at all would
 * do for most browsers, but Safari finds the hash of no text wrong.
 */
export const STYLE_MARK = '/* The rules in here come by script. */';
