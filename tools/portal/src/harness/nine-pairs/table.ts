import type { ReleaseDocument } from '@nemus/registry';
import type { Outcome } from './pair';
import type { Point } from './points';

/** What one area did in one shell. */
export interface Pair {
  readonly area: string;
  readonly shell: string;
  readonly release: ReleaseDocument;
  readonly outcome: Outcome;
}

const INTRODUCTION = `# Nine pairs of area and shell

Written by \`npm run nine-pairs -w @nemus/portal\`. It builds the area "trainee" and the shell from three commits and opens every page for trainees in each combination, with today's registry and database, in a real browser. A pair works when all pages render without an error. It is refused when the portal says why and has requested none of the area's scripts.
`;

/** The page of the docs. */
export function tableOf(points: readonly Point[], pairs: readonly Pair[]): string {
  const header = [
    'Area built at',
    ...points.map(({ name, shell }) => `Shell of ${label(name)} (contract ${shell.contract})`),
  ];
  const rows = points.map(({ name }) => {
    const own = pairs.filter(({ area }) => area === name);
    const written = own[0]?.release.declaration.contract ?? '';
    const cells = points.map((shell) => cellOf(own.find((pair) => pair.shell === shell.name)?.outcome));
    return [`${label(name)} (written for ${written})`, ...cells];
  });
  const lines = [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return `${INTRODUCTION}\n${lines.join('\n')}\n`;
}

function label(name: string): string {
  return name === 'checkout' ? 'this checkout' : `\`${name}\``;
}

function cellOf(outcome: Outcome | undefined): string {
  if (!outcome) return 'not tried';
  if (outcome.kind === 'works') return `works: ${outcome.pages.length} pages`;
  if (outcome.kind === 'refused') return `refused: ${outcome.sentence}`;
  return `**broken**: ${outcome.complaints.join(' ').replaceAll('|', '\\|')}`;
}
