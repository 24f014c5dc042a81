import { parse, type DefaultTreeAdapterTypes } from 'parse5';

type Element = DefaultTreeAdapterTypes.Element;

/** A script or a style that the page names. */
export interface NamedFile {
  /** As it is written in the page. */
  readonly href: string;
  /** `null` where the page names no hash. */
  readonly integrity: string | null;
}

/** Scripts and styles that a page names by itself, also those in its templates; in their order, each once. */
export function filesOfPage(page: string): readonly NamedFile[] {
  const found = new Map<string, NamedFile>();
  for (const element of elementsOf(parse(page))) {
    const href = addressOf(element);
    const integrity = attribute(element, 'integrity');
    if (href !== null && found.get(href)?.integrity !== null) found.set(href, { href, integrity });
  }
  return [...found.values()];
}

/** Address of the code that an element brings; `null` for every other element. */
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
