import { formatDate, formatMonth } from '@nemus/ui';
import { INTERRUPTION_LABELS, type KnownRest } from '@nemus/data';
import { today } from '../week/week';
import type { Forecast } from './forecast';

const month = (text: string): string => formatMonth(`${text}-01`);

/** A forecast in words. */
export function forecastWords(forecast: Forecast): string {
  switch (forecast.kind) {
    case 'done':
      return 'Erreicht';
    case 'too_little':
      return 'Für eine Prognose gibt es noch zu wenig Daten (mindestens drei volle Monate).';
    case 'paused':
      return 'Die Weiterbildung ruht, und ein Ende der Unterbrechung ist nicht eingetragen: noch keine Prognose.';
    case 'open':
      return 'Bei diesem Tempo nicht absehbar: In den letzten zwölf Monaten kam nichts dazu, das noch fehlt.';
    case 'expected': {
      const { earliest, latest } = forecast;
      const range =
        latest === null
          ? ` (frühestens ${month(earliest)}; das Ende ist offen)`
          : earliest === latest
            ? ''
            : ` (zwischen ${month(earliest)} und ${month(latest)})`;
      return `Bei diesem Tempo: ${month(forecast.month)}${range}`;
    }
  }
}

/** How the forecast relates to the planned end of the training (`yyyy-MM-dd`); null without a comparison. */
export function plannedEndWords(forecast: Forecast, plannedEnd: string | null): string | null {
  if (plannedEnd === null) return null;
  const planned = `Ihr geplantes Ende laut Profil: ${formatMonth(plannedEnd)}`;
  if (forecast.kind !== 'expected') return `${planned}.`;
  const { earliest, latest } = forecast;
  const end = plannedEnd.slice(0, 7);
  if (end < earliest) return `${planned}. Die Prognose liegt später.`;
  if (latest !== null && end > latest) return `${planned}. Die Prognose liegt früher.`;
  return `${planned}. Das liegt in der Spanne der Prognose.`;
}

/** An interruption in words; without its reason for readers whom the trainee does not tell. */
export function restWords({ kind, started_on: from, ended_on: until, percent }: KnownRest): string {
  const days =
    until === null
      ? `${from > today() ? 'ab' : 'seit'} ${formatDate(from)}`
      : `${formatDate(from)} bis ${formatDate(until)}`;
  return `${kind === null ? 'Unterbrechung' : INTERRUPTION_LABELS[kind]}: ${days}${percent === 100 ? '' : `, ${percent} % weniger`}`;
}
