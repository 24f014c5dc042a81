import { useCallback } from 'react';
import { verifyCertificate } from '@nemus/data';
import { usePortal } from '../../portal/portal-context';
import { useAsyncData } from '@nemus/area/public';

/** Checks a certificate, as a visitor: with a session the answer is the same. */
export function useVerdict(number: string) {
  const { visitor } = usePortal();
  return useAsyncData(useCallback(async () => verifyCertificate(await visitor(), number), [visitor, number]));
}
