import { DEPLOYED, PROTOCOL_TITLES, type Protocol } from '../browser/protocol';
import { barChart } from './bar-chart';
import { goalTable } from './goals';
import { CONDITION_TITLES, OCCASIONS, ROLE_TITLES, titleOf } from './occasions';
import type { Results } from './results';
import { pairedRatio, spreadOf } from './stats';
import { memoryTable, occasionTable } from './tables';

export interface Report {
  readonly markdown: string;
  readonly summary: string;
  readonly chart: string;
}

/** Name of the report's files, without an extension: each protocol has its own. */
export function reportName(protocol: Protocol): string {
  return protocol === DEPLOYED ? 'browser' : `browser-${protocol}`;
}

/** Text, tables and chart of one whole run. */
export function browserReport(
  results: Results,
  { names, runs, protocol }: { names: readonly string[]; runs: number; protocol: Protocol },
): Report {
  const goals = goalTable(results);
  const parts = CONDITION_TITLES.flatMap(([condition, title]) => {
    const tables = ROLE_TITLES.flatMap(([role, roleTitle]) => {
      const table = occasionTable(results, { condition, role, names });
      return table ? [`### ${roleTitle}\n\n${table}\n`] : [];
    });
    return tables.length === 0 ? [] : [`## ${title}\n`, ...tables];
  });
  const memory = memoryTable(results, names);
  const file = reportName(protocol);
  const option = protocol === DEPLOYED ? '' : ` -- --protocol ${protocol}`;
  const title = PROTOCOL_TITLES[protocol];
  const measured = names.map(titleOf).join(', ').toLowerCase();
  const markdown = [
    '# The portal compared with a monolith',
    '',
    `The same source, composed at runtime and built as one program, in Chromium by ${title}, ${runs} interleaved rounds of ${measured}, medians; \`npm run bench${option}\` makes this page, and [${file}.json](${file}.json) holds every number. Compare within this page, not between machines. What each variant is, what was tried, and how to read this: [README.md](README.md).`,
    '',
    `![Time until the page is there](${file}.svg)`,
    '',
    '## Goals',
    '',
    goals,
    '',
    ...parts,
    ...(memory ? ['## Memory after every area was open\n', memory] : []),
  ].join('\n');
  return {
    markdown: `${markdown.trimEnd()}\n`,
    summary: `By ${title}\n\n${goals}\n\n${parts.join('\n')}`,
    chart: chartOf(results, names, title),
  };
}

function chartOf(results: Results, names: readonly string[], protocol: string): string {
  const groups = OCCASIONS.flatMap(([occasion, title]) =>
    ROLE_TITLES.flatMap(([role, roleTitle]) => {
      const of = (name: string) => results.of('slow', role, occasion, 'ready', name);
      // The sign-in page is the same for all accounts.
      if (names.every((name) => of(name).length === 0) || (occasion === 'sign-in' && role !== 'piw')) return [];
      const bars = names.map((name) => {
        const { median, low, high } = spreadOf(of(name));
        const ratio = pairedRatio(of(name), of('monolith')).median;
        const note = name === 'monolith' || Number.isNaN(ratio) ? '' : ` (×${ratio.toFixed(2)})`;
        return { label: titleOf(name), value: median, low, high, note, own: name === 'portal' };
      });
      return [{ title: occasion === 'sign-in' ? title : `${title} (${roleTitle})`, bars }];
    }),
  );
  return barChart({
    title: `Milliseconds on slow 4G by ${protocol} with a processor 4× slower; × the ordinary monolith`,
    unit: 'ms',
    groups,
  });
}
