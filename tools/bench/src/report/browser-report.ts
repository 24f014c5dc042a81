import { CONDITION_TITLES, OCCASIONS, ROLE_TITLES, titleOf } from './occasions';
import type { Results } from './results';
import { pairedRatio } from './stats';
import { occasionTable } from './tables';

export interface Report {
  readonly markdown: string;
  readonly summary: string;
}

/** The goal: no occasion takes longer than this times the tuned monolith. */
const AT_MOST = 1.05;

/** Text and tables of one whole run. */
export function browserReport(results: Results, { names, runs }: { names: readonly string[]; runs: number }): Report {
  const goal = goalSentence(results);
  const parts = CONDITION_TITLES.flatMap(([condition, title]) => {
    const tables = ROLE_TITLES.flatMap(([role, roleTitle]) => {
      const table = occasionTable(results, { condition, role, names });
      return table ? [`### ${roleTitle}\n\n${table}\n`] : [];
    });
    return tables.length === 0 ? [] : [`## ${title}\n`, ...tables];
  });
  const measured = names.map(titleOf).join(', ').toLowerCase();
  const markdown = [
    '# The portal compared with a monolith',
    '',
    `The same source, composed at runtime and built as one program, in Chromium by HTTP/2, ${runs} interleaved rounds of ${measured}, medians; \`npm run bench\` makes this page, and [browser.json](browser.json) holds every number. Compare within this page, not between machines. What each variant is, and how to read this: [README.md](README.md).`,
    '',
    goal,
    '',
    ...parts,
  ].join('\n');
  return { markdown: `${markdown.trimEnd()}\n`, summary: `${goal}\n\n${parts.join('\n')}` };
}

/** Whether the goal is reached; names the occasions that miss it. */
export function goalSentence(results: Results): string {
  const isMeasured = OCCASIONS.some(([occasion]) => results.of('slow', 'piw', occasion, 'ready', 'tuned').length > 0);
  const missed = ROLE_TITLES.flatMap(([role, roleTitle]) =>
    OCCASIONS.flatMap(([occasion, title]) => {
      const of = (name: string) => results.of('slow', role, occasion, 'ready', name);
      const { median } = pairedRatio(of('portal'), of('tuned'));
      return median > AT_MOST ? [`${title} (${roleTitle}, ${median.toFixed(2)})`] : [];
    }),
  );
  const goal = `Goal: on the slow line, no occasion of the portal takes more than ${AT_MOST} times the tuned monolith's time.`;
  if (!isMeasured) return `${goal} Not measured.`;
  return `${goal} ${missed.length === 0 ? 'Reached.' : `**Missed** by: ${missed.join('; ')}.`}`;
}
