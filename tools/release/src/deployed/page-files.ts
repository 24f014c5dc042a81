import { createHash } from 'node:crypto';
import { parse, type DefaultTreeAdapterTypes } from 'parse5';

type Element = DefaultTreeAdapterTypes.Element;

/** A script or a style that the page names. */
export interface NamedFile {
  /** As it is written in the page. */
  readonly href: string;
  /** `null` where the page names no hash. */
  readonly integrity: string | null;
}

/** Scripts and styles that a page names itself, also in its templates; in their order, each once. */
export function filesOfPage(page: string): readonly NamedFile[] {
  const found = new Map<string, NamedFile>();
  for (const element of elementsOf(parse(page))) {
    const href = addressOf(element);
    const integrity = attribute(element, 'integrity');
    if (href !== null && found.get(href)?.integrity !== null) found.set(href, { href, integrity });
  }
  return [...found.values()];
}

/** Source expressions of a page's inline scripts and styles for its Content-Security-Policy, without quotes. */
export function inlineHashes(page: string): {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
} {
  const inline = (tag: string) =>
    [...elementsOf(parse(page))]
      .filter((element) => element.tagName === tag && attribute(element, 'src') === null)
      .map(({ childNodes: [text] }) => (text && 'value' in text ? text.value : ''))
      .map((text) => `sha256-${createHash('sha256').update(text).digest('base64')}`);
  return { scripts: inline('script'), styles: inline('style') };
}

/** Address of the code that an element loads; `null` for every other element. */
function addressOf(element: Element): string | null {
  if (element.tagName === 'script') return attribute(element, 'src');
  if (element.tagName !== 'link') return null;
  const relations = (attribute(element, 'rel') ?? '').toLowerCase().split(/\s+/);
  const isScript = ['preload', 'modulepreload'].some((each) => relations.includes(each));
  const isCode = relations.includes('stylesheet') || (isScript && attribute(element, 'as') !== 'font');
  return isCode ? attribute(element, 'href') : null;
}

function attribute({ attrs }: Element, name: string): string | null {
  return attrs.find((each) => each.name === name)?.value ?? null;
}

function* elementsOf(node: DefaultTreeAdapterTypes.ParentNode): Generator<Element> {
  for (const child of node.childNodes) {
    if (!('tagName' in child)) continue;
    yield child;
    yield* elementsOf(child);
    if ('content' in child) yield* elementsOf(child.content);
  }
}
