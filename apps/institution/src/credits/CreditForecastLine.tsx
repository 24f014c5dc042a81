import { useQuery } from '@tanstack/react-query';
import { useDataClient } from '@nemus/area';
import { useSession } from '@nemus/contract/react';
import { creditForecastQuery } from '@nemus/data';
import { Text } from '@nemus/ui';
import { forecastWords } from './forecast-words';

/** How long the credits last. Something besides: while it is not there, or cannot be read, nothing stands in its place. */
export function CreditForecastLine() {
  const { userId } = useSession();
  const { data } = useQuery(creditForecastQuery(useDataClient(), userId));
  const words = data === undefined ? null : forecastWords(data);
  return words === null ? null : <Text variant="small">{words}</Text>;
}
