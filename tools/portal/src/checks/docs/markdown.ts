import GithubSlugger from 'github-slugger';
import MarkdownIt from 'markdown-it';

/** A piece of a document; lines count from 1. */
export interface Piece {
  readonly text: string;
  readonly line: number;
}

/** What the checks look at in a Markdown document. */
export interface Document {
  /** Code within a sentence. */
  readonly code: readonly Piece[];
  /** Every line of a fenced or indented block. */
  readonly blocks: readonly { readonly language: string; readonly lines: readonly Piece[] }[];
  /** Addresses of links and pictures, as they are written. */
  readonly links: readonly Piece[];
  readonly headings: readonly (Piece & { readonly level: number; readonly anchor: string })[];
}

const parser = new MarkdownIt({ html: true });

/** Reads a document. */
export function readDocument(markdown: string): Document {
  const code: Piece[] = [];
  const blocks: { language: string; lines: Piece[] }[] = [];
  const links: Piece[] = [];
  const headings: (Piece & { level: number; anchor: string })[] = [];
  const slugger = new GithubSlugger();
  const tokens = parser.parse(markdown, {});
  let line = 1;
  for (const [index, token] of tokens.entries()) {
    // Cells of a table have no position of their own; they use the line of their row.
    if (token.map) line = token.map[0] + 1;
    if (token.type === 'fence' || token.type === 'code_block') {
      const first = token.type === 'fence' ? line + 1 : line;
      const lines = token.content.split('\n').map((text, offset) => ({ text, line: first + offset }));
      blocks.push({ language: token.info.trim(), lines });
    }
    if (token.type !== 'inline') continue;
    let at = line;
    for (const child of token.children ?? []) {
      if (child.type === 'softbreak' || child.type === 'hardbreak') at += 1;
      if (child.type === 'code_inline') code.push({ text: child.content, line: at });
      const address = child.attrGet('href') ?? child.attrGet('src');
      if (address !== null) links.push({ text: String(address), line: at });
    }
    const opening = tokens[index - 1];
    if (opening?.type !== 'heading_open') continue;
    const text = (token.children ?? []).map(({ content }) => content).join('');
    headings.push({ text, line, level: Number(opening.tag.slice(1)), anchor: slugger.slug(text) });
  }
  return { code, blocks, links, headings };
}
