import { queryOptions, useQuery } from '@tanstack/react-query';
import { useDataClient } from '@nemus/area';
import type { FactorsPort } from '@nemus/contract';
import { useSession } from '@nemus/contract/react';
import { factorStateQuery } from '@nemus/data';

const factorsQuery = (factors: FactorsPort, userId: string) =>
  queryOptions({ queryKey: ['factors', userId], queryFn: () => factors.list() });

/** Second factors of the account, and their state. */
export function useFactors(factors: FactorsPort) {
  const { userId } = useSession();
  const client = useDataClient();
  return { list: useQuery(factorsQuery(factors, userId)), state: useQuery(factorStateQuery(client, userId)) };
}
