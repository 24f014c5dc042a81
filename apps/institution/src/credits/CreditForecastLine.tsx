import { useQuery } from '@tanstack/react-query';
import { useDataClient } from '@nemus/area';
import { useSession } from '@nemus/contract/react';
import { creditForecastQuery } from '@nemus/data';
import { NBSP, Text } from '@nemus/ui';
import { forecastWords, isForecast } from './forecast-words';

/**
 * How long the credits last. Something besides: where it cannot be read, nothing stands in its place.
 *
 * @param isOptional where the page has another subject: then nothing is said as long as it cannot be told
 */
export function CreditForecastLine({ isOptional = false }: { isOptional?: boolean }) {
  const { userId } = useSession();
  const { data, isPending } = useQuery(creditForecastQuery(useDataClient(), userId));
  // Holds the line's place, so that nothing jumps.
  if (isPending) return <Text variant="small">{NBSP}</Text>;
  const words = data === undefined || (isOptional && !isForecast(data)) ? null : forecastWords(data);
  return words === null ? null : <Text variant="small">{words}</Text>;
}
