import { ROLE_TITLES } from './occasions';
import type { Results } from './results';
import { pairedRatio } from './stats';

interface Goal {
  readonly text: string;
  readonly occasion: string;
  readonly figure: string;
  readonly against: string;
  readonly atMost: number;
}

const GOALS: readonly Goal[] = [
  {
    text: 'Sign-in page usable, first visit, of the tuned monolith',
    occasion: 'sign-in',
    figure: 'ready',
    against: 'tuned',
    atMost: 0.8,
  },
  {
    text: 'From "Anmelden" to the dashboard, of the tuned monolith',
    occasion: 'after-sign-in',
    figure: 'ready',
    against: 'tuned',
    atMost: 0.95,
  },
  { text: 'Dashboard, cold, of the tuned monolith', occasion: 'cold', figure: 'ready', against: 'tuned', atMost: 0.9 },
  { text: 'Dashboard, warm, of the tuned monolith', occasion: 'warm', figure: 'ready', against: 'tuned', atMost: 0.9 },
  {
    text: 'Another area, first time, of the tuned monolith',
    occasion: 'switch-first',
    figure: 'ready',
    against: 'tuned',
    atMost: 1,
  },
  {
    text: 'Another area, again, of the tuned monolith',
    occasion: 'switch-later',
    figure: 'ready',
    against: 'tuned',
    atMost: 1,
  },
  {
    text: 'Scripts for the sign-in page, of the ordinary monolith',
    occasion: 'sign-in',
    figure: 'scriptKilobytes',
    against: 'monolith',
    atMost: 0.6,
  },
];

/** Each goal with its result, for both roles; it is reached when the median of the ratios is. */
export function goalTable(results: Results): string {
  const rows = GOALS.flatMap(({ text, occasion, figure, against, atMost }) =>
    ROLE_TITLES.flatMap(([role, title]) => {
      const own = results.of('slow', role, occasion, figure, 'portal');
      const base = results.of('slow', role, occasion, figure, against);
      if (own.length === 0 || base.length === 0) return [];
      const { median, low, high } = pairedRatio(own, base);
      const measured = `${median.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`;
      const mark = median <= atMost ? 'reached' : '**missed**';
      return [`| ${text} | ${title} | ≤ ${atMost.toFixed(2)} | ${measured} | ${mark} |`];
    }),
  );
  const head = [
    '| Goal (slow 4G, processor 4× slower) | Role | Wanted | Measured (middle half) | |',
    '|---|---|---|---|---|',
  ];
  return [...head, ...rows].join('\n');
}
