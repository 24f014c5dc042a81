import { CONDITION_TITLES, INTERACTIONS, OCCASIONS, ROLE_TITLES, titleOf } from './occasions';
import type { Results } from './results';
import { pairedRatio, quantile } from './stats';
import { interactionTable, occasionTable, scriptTable } from './tables';

export interface Report {
  readonly markdown: string;
  readonly summary: string;
}

/** The goal: no occasion takes longer than this times the tuned monolith. */
const AT_MOST = 1.05;
/** The goal: three of four interactions are answered within this. Milliseconds. */
const INP_MS = 100;
/** The line binds the start where less of it than this is blocked time. */
const BOUND = 0.2;

/** Text and tables of one whole run. */
export function browserReport(results: Results, { names, runs }: { names: readonly string[]; runs: number }): Report {
  const goals = [goalSentence(results), interactionSentence(results)].join(' ');
  const parts = CONDITION_TITLES.flatMap(([condition, title]) => {
    const tables = ROLE_TITLES.flatMap(([role, roleTitle]) => {
      const table = occasionTable(results, { condition, role, names });
      return table ? [`### ${roleTitle}\n\n${table}\n`] : [];
    });
    return tables.length === 0 ? [] : [`## ${title}\n`, boundSentence(results, condition), ...tables];
  });
  const scripts = scriptTable(results, names);
  if (scripts) parts.push(`## Scripts of a cold dashboard\n\n${scripts}\n`);
  const interactions = interactionTable(results, names);
  if (interactions) parts.push(`## Interactions, processor 4× slower\n\n${interactions}\n`);
  const measured = names.map(titleOf).join(', ').toLowerCase();
  const markdown = [
    '# The portal compared with a monolith',
    '',
    `The portal, composed at runtime, beside an earlier one and its own source built as one program, in Chromium by HTTP/2, ${runs} interleaved rounds of ${measured}, medians; \`npm run bench\` makes this page, and [browser.json](browser.json) holds every number. Compare within this page, not between machines. What each variant is, and how to read this: [README.md](README.md).`,
    '',
    goals,
    '',
    ...parts,
  ].join('\n');
  return { markdown: `${markdown.trimEnd()}\n`, summary: `${goals}\n\n${parts.join('\n')}` };
}

/** Whether the goal is reached; names the occasions that miss it. */
export function goalSentence(results: Results): string {
  const found = CONDITION_TITLES.flatMap(([condition]) =>
    ROLE_TITLES.flatMap(([role, roleTitle]) =>
      OCCASIONS.flatMap(([occasion, title]) => {
        const of = (name: string) => results.of(condition, role, occasion, 'ready', name);
        const { median } = pairedRatio(of('portal'), of('tuned'));
        return Number.isNaN(median)
          ? []
          : [{ median, text: `${title} (${condition}, ${roleTitle}, ${median.toFixed(2)})` }];
      }),
    ),
  );
  const missed = found.flatMap(({ median, text }) => (median > AT_MOST ? [text] : []));
  const goal = `Goal: on the slow line, no occasion of the portal takes more than ${AT_MOST} times the tuned monolith's time.`;
  return `${goal} ${verdict(found.length, missed)}`;
}

function interactionSentence(results: Results): string {
  const found = ROLE_TITLES.flatMap(([role, roleTitle]) =>
    INTERACTIONS.flatMap(([name, title]) => {
      const ms = quantile(results.of('inp', role, name, 'ms', 'portal'), 0.75);
      return Number.isNaN(ms) ? [] : [{ ms, text: `${title} (${roleTitle}, ${ms.toFixed(0)})` }];
    }),
  );
  const missed = found.flatMap(({ ms, text }) => (ms > INP_MS ? [text] : []));
  return `Goal: three of four interactions are answered within ${INP_MS} ms. ${verdict(found.length, missed)}`;
}

function verdict(measured: number, missed: readonly string[]): string {
  if (measured === 0) return 'Not measured.';
  return missed.length === 0 ? 'Reached.' : `**Missed** by: ${missed.join('; ')}.`;
}

/** Whether line or processor binds the tuned monolith's cold dashboard. */
function boundSentence(results: Results, condition: string): string {
  const shares = ROLE_TITLES.map(([role, title]) => {
    const of = (figure: string) => results.of(condition, role, 'cold', figure, 'tuned');
    const share = pairedRatio(of('blocked'), of('ready')).median;
    const by = share < BOUND ? 'the line' : 'the processor';
    return Number.isNaN(share) ? null : `${title}: ${(share * 100).toFixed(0)} %, bound by ${by}`;
  }).filter((text) => text !== null);
  return shares.length === 0 ? '' : `Blocked time of the tuned monolith's cold dashboard: ${shares.join('; ')}.\n`;
}
