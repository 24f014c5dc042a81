/** What the toolbar of a Markdown field can do; the subset that `parseMarkdown` reads. */
export const FORMATS = {
  heading: 'Überschrift',
  bold: 'Fett',
  italic: 'Kursiv',
  list: 'Liste',
  numbers: 'Nummerierung',
  quote: 'Beispiel',
  link: 'Link',
} as const;
export type Format = keyof typeof FORMATS;

/** A replacement in a text, and what is selected afterwards. Places count characters of the new text. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
  readonly selection: readonly [number, number];
}

/** Formats of whole lines: their prefix, by the number of the line, and how it is recognised. */
const LINES = {
  heading: { prefix: () => '## ', found: /^#{1,3} / },
  list: { prefix: () => '- ', found: /^[-*] / },
  numbers: { prefix: (line: number) => `${line}. `, found: /^\d+[.)] / },
  quote: { prefix: () => '> ', found: /^> ?/ },
} as const;
const SIGNS = { bold: '**', italic: '*' } as const;
const PREFIX = /^(?:#{1,3} |[-*] |\d+[.)] |> ?)/;
// A gender asterisk would end bold and italics.
const GENDER = /(?<=\p{L})\*(?=\p{L})/gu;
const ESCAPED = /(?<=\p{L})\\\*(?=\p{L})/gu;

/** How a format changes the selected part of a text; applied again, it is taken back. */
export function formatText(format: Format, text: string, start: number, end: number): Edit {
  if (format === 'bold' || format === 'italic') return wrap(text, start, end, SIGNS[format]);
  if (format === 'link') return link(text, start, end);
  return prefixLines(text, start, end, LINES[format]);
}

function wrap(text: string, start: number, end: number, sign: '*' | '**'): Edit {
  // Spaces at the ends stay outside.
  const given = text.slice(start, end);
  const from = start + (given.length - given.trimStart().length);
  const to = Math.max(from, end - (given.length - given.trimEnd().length));
  const inner = text.slice(from, to);
  const runOf = (part: string, atEnd: boolean) => (atEnd ? /\*+$/ : /^\*+/).exec(part)?.[0].length ?? 0;
  const around = Math.min(runOf(text.slice(0, from), true), runOf(text.slice(to), false));
  // One asterisk is italics, two are bold, three both.
  const has = sign === '**' ? around === 2 || around === 3 : around === 1 || around === 3;
  if (has && inner !== '') {
    const plain = inner.replaceAll(ESCAPED, '*');
    const size = sign.length;
    return {
      from: from - size,
      to: to + size,
      insert: plain,
      selection: [from - size, from - size + plain.length],
    };
  }
  const escaped = inner.replaceAll(GENDER, '\\*');
  return {
    from,
    to,
    insert: `${sign}${escaped}${sign}`,
    selection: [from + sign.length, from + sign.length + escaped.length],
  };
}

function link(text: string, start: number, end: number): Edit {
  const label = text.slice(start, end) || 'Text';
  const address = 'https://';
  const from = start + label.length + 3;
  // The address is what is still to be typed.
  return { from: start, to: end, insert: `[${label}](${address})`, selection: [from, from + address.length] };
}

function prefixLines(
  text: string,
  start: number,
  end: number,
  { prefix, found }: { readonly prefix: (line: number) => string; readonly found: RegExp },
): Edit {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const next = text.indexOf('\n', Math.max(start, end - (text[end - 1] === '\n' && end > start ? 1 : 0)));
  const to = next === -1 ? text.length : next;
  const lines = text.slice(from, to).split('\n');
  const filled = lines.filter((line) => line.trim() !== '');
  const isSet = filled.length > 0 && filled.every((line) => found.test(line));
  let number = 0;
  const insert = lines
    .map((line) => {
      if (isSet) return line.replace(found, '');
      if (line.trim() === '' && lines.length > 1) return line;
      number += 1;
      return prefix(number) + line.replace(PREFIX, '');
    })
    .join('\n');
  const isPoint = start === end;
  return { from, to, insert, selection: [isPoint ? from + insert.length : from, from + insert.length] };
}
