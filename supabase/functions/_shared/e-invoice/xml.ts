/** Serialised XML. */
export type Markup = string;

/** Characters that XML 1.0 cannot contain, not even escaped. */
// oxlint-disable-next-line no-control-regex
const NO_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu;

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text as XML writes it; line breaks and runs of blanks are one blank. */
function escapeXml(text: string): Markup {
  const clean = text.replaceAll(NO_XML, '').replaceAll(/\s+/g, ' ').trim();
  return clean.replaceAll(/[&<>"]/g, (sign) => SIGNS[sign] ?? '');
}

/** An element with a text. */
export function leaf(name: string, text: string, attributes: Readonly<Record<string, string>> = {}): Markup {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  return `<${name}${written.join('')}>${escapeXml(text)}</${name}>`;
}

/** An element with child elements; `false` ones are left out, and so is an element without children. */
export function group(name: string, ...children: readonly (Markup | false)[]): Markup {
  const inner = children.filter((child) => child !== false).join('');
  return inner === '' ? '' : `<${name}>${inner}</${name}>`;
}
