import { INTERACTIONS, isSwitch, OCCASIONS, ROLE_TITLES, titleOf } from './occasions';
import type { Results } from './results';
import { pairedRatio, quantile, spreadOf } from './stats';

const COLUMNS = [
  '',
  'ms',
  'middle half',
  '× before',
  '× tuned',
  'FCP',
  'LCP after it',
  'KB',
  'KB scripts',
  'requests (twice)',
  'depth (scripts)',
  'long tasks',
  'blocked ms',
];

/** Times, bytes and requests of every occasion of one role; null without measurements. */
export function occasionTable(
  results: Results,
  { condition, role, names }: { condition: string; role: string; names: readonly string[] },
): string | null {
  const rows = OCCASIONS.flatMap(([occasion, title]) => {
    const of = (name: string, figure: string) => results.of(condition, role, occasion, figure, name);
    if (names.every((name) => of(name, 'ready').length === 0)) return [];
    const lines = names.map((name) => {
      const { median, low, high } = spreadOf(of(name, 'ready'));
      const number = (figure: string) => spreadOf(of(name, figure)).median.toFixed(0);
      const paint = (figure: string) => (isSwitch(occasion) ? '' : number(figure));
      const ratio = (to: string) => {
        const base = of(to, 'ready');
        return name === to || base.length === 0 ? '–' : pairedRatio(of(name, 'ready'), base).median.toFixed(2);
      };
      return line([
        titleOf(name),
        median.toFixed(0),
        `${low.toFixed(0)}–${high.toFixed(0)}`,
        ratio('before'),
        ratio('tuned'),
        paint('fcp'),
        paint('lcpAfterFcp'),
        number('kilobytes'),
        number('scriptKilobytes'),
        `${number('requests')} (${number('twice')})`,
        `${number('depth')} (${number('scriptDepth')})`,
        number('longTasks'),
        number('blocked'),
      ]);
    });
    return [line([`**${title}**`, ...COLUMNS.slice(1).map(() => '')]), ...lines];
  });
  return rows.length === 0 ? null : [line(COLUMNS), line(COLUMNS.map(() => '---')), ...rows].join('\n');
}

/** How long the scripts of a dashboard are counted. */
const UNTIL = ['ready', 'quiet'] as const;

/** Figures of the scripts of a cold dashboard; null without measurements. */
export function scriptTable(results: Results, names: readonly string[]): string | null {
  const rows = ROLE_TITLES.flatMap(([role, title]) =>
    names.flatMap((name) => {
      const cells = UNTIL.flatMap((until) => {
        const of = (figure: string) => results.of('scripts', role, until, figure, name)[0];
        const [brotli, parsed, executed] = [of('brotli'), of('parsed'), of('executed')];
        if (brotli === undefined || parsed === undefined || executed === undefined) return [];
        return [brotli.toFixed(0), parsed.toFixed(0), `${executed.toFixed(0)} %`];
      });
      return cells.length === 0 ? [] : [line([title, titleOf(name), ...cells])];
    }),
  );
  const figures = ['KB brotli', 'characters parsed, thousands', 'executed'];
  const head = ['', '', ...UNTIL.flatMap((until) => figures.map((figure) => `${figure}, until ${until}`))];
  return rows.length === 0 ? null : [line(head), line(head.map(() => '---')), ...rows].join('\n');
}

/** The 75th percentile and the worst of every interaction; null without measurements. */
export function interactionTable(results: Results, names: readonly string[]): string | null {
  const rows = ROLE_TITLES.flatMap(([role, roleTitle]) =>
    INTERACTIONS.flatMap(([name, title]) => {
      const cells = names.map((variant) => results.of('inp', role, name, 'ms', variant));
      if (cells.every((values) => values.length === 0)) return [];
      const both = (values: readonly number[]) => `${quantile(values, 0.75).toFixed(0)} (${Math.max(...values)})`;
      return [line([`${title}, ${roleTitle}`, ...cells.map((values) => (values.length === 0 ? '–' : both(values)))])];
    }),
  );
  const head = ['p75 (worst), ms', ...names.map(titleOf)];
  return rows.length === 0 ? null : [line(head), line(head.map(() => '---')), ...rows].join('\n');
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
