/**
 * The Markdown subset of legal and course texts: headings, paragraphs, lists, quotes, rules, bold, italics, code,
 * links, and `[[…]]` for gaps that the operator fills in; a backslash escapes a character (`Patient\*innen`). A text is
 * parsed to data and rendered as React elements, so it can never become markup. Not micromark, which weighs 13.9 KB
 * instead of 0.9 (brotli), takes a minute for 80 KB of hostile text, and supports neither gaps nor the gender asterisk
 * (decision record 0025).
 */
export type Inline =
  | { readonly kind: 'text' | 'code' | 'gap'; readonly text: string }
  | { readonly kind: 'strong' | 'emphasis'; readonly children: readonly Inline[] }
  | { readonly kind: 'link'; readonly href: string; readonly children: readonly Inline[] }
  | { readonly kind: 'break' };

export type Block =
  | { readonly kind: 'heading'; readonly level: 1 | 2 | 3; readonly children: readonly Inline[] }
  | { readonly kind: 'paragraph'; readonly children: readonly Inline[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly (readonly Inline[])[] }
  | { readonly kind: 'quote'; readonly children: readonly Inline[] }
  | { readonly kind: 'rule' };

const HEADING = /^(#{1,3})\s+(.*?)\s*#*$/;
const BULLET = /^[-*]\s+(.*)$/;
const NUMBER = /^\d+[.)]\s+(.*)$/;
const QUOTE = /^>\s?(.*)$/;
const RULE = /^(-{3,}|\*{3,})$/;

/** Parses a whole text. Unknown syntax stays plain text. */
export function parseMarkdown(source: string): Block[] {
  const withoutComments = source.replace(/<!--[\s\S]*?-->/g, '');
  const blocks: Block[] = [];
  for (const group of withoutComments.replace(/\r\n?/g, '\n').split(/\n{2,}/)) {
    parseGroup(
      group.split('\n').filter((line) => line.trim() !== ''),
      blocks,
    );
  }
  return blocks;
}

/** Lines without an empty line between them: one paragraph, or a run of headings, list items or quoted lines. */
function parseGroup(lines: readonly string[], blocks: Block[]) {
  let paragraph: string[] = [];
  const endParagraph = () => {
    if (paragraph.length > 0) blocks.push({ kind: 'paragraph', children: parseInline(paragraph.join('\n')) });
    paragraph = [];
  };
  let index = 0;
  /** Takes consecutive lines of one kind. */
  const take = (pattern: RegExp): string[] => {
    const taken: string[] = [];
    for (let match; (match = pattern.exec(lines[index]?.trim() ?? '')); index += 1) taken.push(match[1] ?? '');
    return taken;
  };
  while (index < lines.length) {
    const line = lines[index]?.trim() ?? '';
    const heading = HEADING.exec(line);
    if (heading) {
      endParagraph();
      blocks.push({ kind: 'heading', level: levelOf(heading[1] ?? ''), children: parseInline(heading[2] ?? '') });
      index += 1;
    } else if (RULE.test(line)) {
      endParagraph();
      blocks.push({ kind: 'rule' });
      index += 1;
    } else if (BULLET.test(line) || NUMBER.test(line)) {
      endParagraph();
      const ordered = NUMBER.test(line);
      blocks.push({ kind: 'list', ordered, items: take(ordered ? NUMBER : BULLET).map(parseInline) });
    } else if (QUOTE.test(line)) {
      endParagraph();
      blocks.push({ kind: 'quote', children: parseInline(take(QUOTE).join('\n')) });
    } else {
      paragraph.push(lines[index] ?? '');
      index += 1;
    }
  }
  endParagraph();
}

function levelOf(signs: string): 1 | 2 | 3 {
  return signs.length === 1 ? 1 : signs.length === 2 ? 2 : 3;
}

/**
 * Every run is bounded, so that no text causes quadratic time. An asterisk inside a word is a gender asterisk, and does
 * not start italics.
 */
const INLINE =
  /\\(?<sign>[\\*_`[\]])|\[\[(?<gap>[^\]\n]{1,300})\]\]|\[(?<label>[^\]\n]{1,300})\]\((?<href>[^)\s]{1,2000})\)|\*\*(?<strong>(?:\\[\s\S]|[^*\\]){1,2000})\*\*|(?<!\p{L})\*(?<emphasis>(?:\\.|[^*\n\\]){1,2000})\*|`(?<code>[^`\n]{1,300})`|(?<break> {2,20}\n|\\\n)/gu;

/** Parses the inline content of a block. */
export function parseInline(source: string): Inline[] {
  const parts: Inline[] = [];
  let end = 0;
  const addText = (text: string) => {
    if (text === '') return;
    const last = parts.at(-1);
    // An escaped character continues the surrounding text.
    const before = last?.kind === 'text' ? last.text : '';
    if (last?.kind === 'text') parts.pop();
    parts.push({ kind: 'text', text: before + text.replace(/\n/g, ' ') });
  };
  for (const match of source.matchAll(INLINE)) {
    addText(source.slice(end, match.index));
    end = match.index + match[0].length;
    const { sign } = match.groups ?? {};
    if (sign === undefined) parts.push(toInline(match));
    else addText(sign);
  }
  addText(source.slice(end));
  return parts;
}

function toInline(match: RegExpExecArray): Inline {
  const { gap, label, href, strong, emphasis, code } = match.groups ?? {};
  if (gap !== undefined) return { kind: 'gap', text: gap.replace(/\\([\\*_`])/g, '$1') };
  if (label !== undefined && href !== undefined) {
    // With a forbidden address, only the label is shown.
    const children = parseInline(label);
    return isAllowedAddress(href) ? { kind: 'link', href, children } : { kind: 'emphasis', children };
  }
  if (strong !== undefined) return { kind: 'strong', children: parseInline(strong) };
  if (emphasis !== undefined) return { kind: 'emphasis', children: parseInline(emphasis) };
  if (code !== undefined) return { kind: 'code', text: code };
  return { kind: 'break' };
}

/** Web, mail and telephone addresses, and paths of the portal. Never `javascript:` or `data:`. */
export function isAllowedAddress(href: string): boolean {
  return /^(https?:\/\/|mailto:|tel:)/i.test(href) || /^\/(?![/\\])/.test(href);
}
