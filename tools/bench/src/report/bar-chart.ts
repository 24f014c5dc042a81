/** One bar with the middle half of its runs. */
export interface Bar {
  readonly label: string;
  readonly value: number;
  readonly low: number;
  readonly high: number;
  /** A note beside the value, such as a ratio. */
  readonly note: string;
  /** Drawn in the portal's colour; the others are what it is compared with. */
  readonly own: boolean;
}

export interface BarGroup {
  readonly title: string;
  readonly bars: readonly Bar[];
}

const WIDTH = 860;
const LEFT = 170;
const RIGHT = 150;
const ROW = 24;
const GROUP_HEAD = 34;

/** Horizontal bars in groups, readable on a light and on a dark page. `unit` follows each value. */
export function barChart({
  title,
  unit,
  groups,
}: {
  title: string;
  unit: string;
  groups: readonly BarGroup[];
}): string {
  const most = Math.max(1, ...groups.flatMap(({ bars }) => bars.map(({ high }) => high)));
  const scale = (value: number) => ((WIDTH - LEFT - RIGHT) * value) / most;
  const parts: string[] = [];
  let top = 44;
  for (const { title: groupTitle, bars } of groups) {
    parts.push(`<text class="group" x="0" y="${top + 14}">${escape(groupTitle)}</text>`);
    top += GROUP_HEAD - 8;
    for (const { label, value, low, high, note, own } of bars) {
      const middle = top + ROW / 2;
      parts.push(
        `<text class="label" x="${LEFT - 10}" y="${middle + 4}">${escape(label)}</text>`,
        `<rect class="${own ? 'own' : 'other'}" x="${LEFT}" y="${top + 4}" width="${scale(value).toFixed(1)}" height="${ROW - 8}" rx="2"/>`,
        `<line x1="${(LEFT + scale(low)).toFixed(1)}" x2="${(LEFT + scale(high)).toFixed(1)}" y1="${middle}" y2="${middle}"/>`,
        `<text x="${(LEFT + scale(high) + 8).toFixed(1)}" y="${middle + 4}">${escape(`${value.toFixed(0)} ${unit}${note}`)}</text>`,
      );
      top += ROW;
    }
    top += 12;
  }
  const style = [
    'text{font:13px system-ui,sans-serif;fill:#1c2829}',
    '.title{font-size:16px;font-weight:600}.group{font-weight:600}.label{text-anchor:end}',
    '.own{fill:#2f6f5e}.other{fill:#b9b2a0}line{stroke:#1c2829;stroke-width:2}',
  ].join('');
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${top}" width="${WIDTH}" height="${top}" role="img" aria-label="${escape(title)}">`,
    `<style>${style}</style>`,
    `<rect width="${WIDTH}" height="${top}" fill="#fdfcf9"/>`,
    `<text class="title" x="0" y="22">${escape(title)}</text>`,
    ...parts,
    '</svg>\n',
  ].join('\n');
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
