import { formatMonth } from '@nemus/ui';
import type { Forecast } from './forecast';

const month = (text: string): string => formatMonth(`${text}-01`);

/** A forecast in words. */
export function forecastWords(forecast: Forecast): string {
  switch (forecast.kind) {
    case 'done':
      return 'Erreicht';
    case 'too_little':
      return 'Für eine Prognose gibt es noch zu wenig Daten (mindestens drei volle Monate).';
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
