import { useCallback } from 'react';
import { useDataClient } from '@nemus/area';
import { useAsyncData } from '@nemus/area/public';
import { verifyCertificate } from '@nemus/data';

/** Checks a certificate, as a visitor. */
export function useVerdict(number: string) {
  const client = useDataClient();
  return useAsyncData(useCallback(() => verifyCertificate(client, number), [client, number]));
}
