/** Names of the bundled component library; the shell's own elements carry them too. */
const SHARED_CLASS = /^\.Mui/;

/** At-rules whose block contains rules; other blocks (`@font-face`, `@keyframes`) select nothing. */
const GROUPS = /^@(?:media|supports|layer|container|starting-style)\b/i;

/**
 * Selectors of a stylesheet that reach elements of the shell and of other areas. A selector is an area's own when it
 * names a class, an id or the area's `data-remote`, and does not end at the page's root.
 *
 * @example
 * restylingSelectors('h1 { color: red } .demo h1 { color: red }'); // ['h1']
 */
export function restylingSelectors(css: string): string[] {
  return [
    ...new Set(
      rulesOf(css.replaceAll(/\/\*.*?\*\//gs, ''))
        .flatMap(splitSelectors)
        .filter(isForeign),
    ),
  ];
}

/** Preludes of all style rules, those in groups included. */
function rulesOf(css: string): string[] {
  const preludes: string[] = [];
  let rest = css;
  for (let open = rest.indexOf('{'); open >= 0; open = rest.indexOf('{')) {
    // Statements such as `@import` or `@charset` come before the prelude.
    const prelude = (rest.slice(0, open).split(';').at(-1) ?? '').trim();
    const close = endOfBlock(rest, open);
    const block = rest.slice(open + 1, close);
    if (GROUPS.test(prelude)) preludes.push(...rulesOf(block));
    else if (!prelude.startsWith('@') && prelude !== '') preludes.push(prelude);
    rest = rest.slice(close + 1);
  }
  return preludes;
}

/** Position of the brace that closes the block; the end of an unclosed stylesheet, as browsers read it. */
function endOfBlock(css: string, open: number): number {
  let depth = 0;
  for (const { 0: token, index } of css.slice(open).matchAll(/\\.|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[{}]/gs)) {
    if (token === '{') depth += 1;
    if (token === '}') depth -= 1;
    if (depth === 0) return open + index;
  }
  return css.length;
}

/** The selectors of a list; commas in brackets separate none. */
function splitSelectors(list: string): string[] {
  let depth = 0;
  const parts = [''];
  for (const letter of list) {
    if (letter === '(' || letter === '[') depth += 1;
    if (letter === ')' || letter === ']') depth -= 1;
    if (letter === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

function isForeign(selector: string): boolean {
  // What an element is not, or contains, does not tell which area it belongs to.
  const positive = selector.replaceAll(/:(?:not|has)\((?:[^()]|\([^()]*\))*\)/g, '');
  const names = positive.match(/\.(?:\\.|[-\w])+|#(?:\\.|[-\w])+|\[data-remote[^\]]*\]/g) ?? [];
  if (names.every((name) => SHARED_CLASS.test(name))) return true;
  const target = positive.split(/[\s>+~]+/).at(-1) ?? '';
  return /^(?:html|body|:root)\b/i.test(target);
}
