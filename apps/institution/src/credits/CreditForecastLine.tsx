import { useQuery } from '@tanstack/react-query';
import { useDataClient } from '@nemus/area';
import { useSession } from '@nemus/contract/react';
import { creditForecastQuery } from '@nemus/data';
import { NBSP, Text } from '@nemus/ui';
import { forecastWords, isForecast } from './forecast-words';

/**
 * How long the credits last. Optional: renders nothing when unavailable.
 *
 * @param isOptional on pages about something else: renders nothing while unknown
 */
export function CreditForecastLine({ isOptional = false }: { isOptional?: boolean }) {
  const { userId } = useSession();
  const { data, isPending } = useQuery(creditForecastQuery(useDataClient(), userId));
  // Reserves the line's space, to avoid a layout shift.
  if (isPending) return <Text variant="small">{NBSP}</Text>;
  const words = data === undefined || (isOptional && !isForecast(data)) ? null : forecastWords(data);
  return words === null ? null : <Text variant="small">{words}</Text>;
}
