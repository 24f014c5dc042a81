import { isSwitch, OCCASIONS, titleOf } from './occasions';
import type { Results } from './results';
import { pairedRatio, spreadOf } from './stats';

const COLUMNS = [
  '',
  'ms',
  'middle half',
  '× tuned',
  'FCP',
  'LCP',
  'KB',
  'KB scripts',
  'requests',
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
      const base = of('tuned', 'ready');
      const isBase = name === 'tuned' || base.length === 0;
      const ratio = isBase ? '–' : pairedRatio(of(name, 'ready'), base).median.toFixed(2);
      return line([
        titleOf(name),
        median.toFixed(0),
        `${low.toFixed(0)}–${high.toFixed(0)}`,
        ratio,
        paint('fcp'),
        paint('lcp'),
        number('kilobytes'),
        number('scriptKilobytes'),
        number('requests'),
        `${number('depth')} (${number('scriptDepth')})`,
        number('longTasks'),
        number('blocked'),
      ]);
    });
    return [line([`**${title}**`, ...COLUMNS.slice(1).map(() => '')]), ...lines];
  });
  return rows.length === 0 ? null : [line(COLUMNS), line(COLUMNS.map(() => '---')), ...rows].join('\n');
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
