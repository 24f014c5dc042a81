/**
 * Content of every style element of the style library. Its rules are added through the CSSOM, which no policy
 * restricts; the hash of its text admits the element itself, so the text must be the same everywhere. Empty text would
 * work in most browsers, but Safari computes a wrong hash for it.
 */
export const STYLE_MARK = '/* The rules in here come by script. */';
