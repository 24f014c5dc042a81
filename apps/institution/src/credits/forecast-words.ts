import type { CreditForecast } from '@nemus/data';
import { formatCount, formatMonth } from '@nemus/ui';

/** Whether it is known how long the credits last, more or less. */
export const isForecast = ({ basis }: CreditForecast): boolean => basis === 'pace' || basis === 'far';

/** How long the credits last, in a careful sentence; null when there is nothing to say. */
export function forecastWords({ basis, lasts_until: until, used, days }: CreditForecast): string | null {
  switch (basis) {
    case 'pace':
      return until === null
        ? null
        : `Bei diesem Tempo (${formatCount(used, 'Credit', 'Credits')} in ${formatCount(days, 'Tag', 'Tagen')}) reichen Ihre Credits bis ${formatMonth(until)}.`;
    case 'far':
      return 'Bei diesem Tempo reichen Ihre Credits länger als fünf Jahre.';
    case 'too_little':
      return 'Wie lange Ihre Credits reichen, lässt sich noch nicht sagen: Dafür gibt es zu wenige Buchungen.';
    case 'no_use':
      return 'In den letzten sechs Monaten haben Sie keine Credits verwendet.';
    case 'empty':
      return null;
  }
}
