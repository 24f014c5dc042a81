import path from 'node:path';
import { readDocument, type Document } from './markdown';
import { has, type Finding, type Tree } from './tree';

/** Relative links of a document that lead nowhere: no such file, or no such heading in it. */
export function findDeadLinks(file: string, { links, headings }: Document, tree: Tree): Finding[] {
  return links.flatMap(({ text, line }) => {
    // Other sites, and addresses of the portal in its own pages.
    if (/^([a-z][a-z+.-]*:|\/)/i.test(text)) return [];
    const [address = '', anchor] = text.split('#', 2);
    const target = address === '' ? file : path.posix.join(path.posix.dirname(file), decodeURIComponent(address));
    if (!has(tree, target)) return [{ file, line, problem: `the link "${text}" leads to no file (${target}).` }];
    if (!anchor || !target.endsWith('.md')) return [];
    const anchors = target === file ? headings : readDocument(tree.read(target)).headings;
    return anchors.some((heading) => heading.anchor === anchor)
      ? []
      : [{ file, line, problem: `the link "${text}" names no heading of ${target}.` }];
  });
}
