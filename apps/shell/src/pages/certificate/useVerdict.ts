import { useCallback } from 'react';
import { verifyCertificate } from '@nemus/data';
import { usePortal } from '../../portal/portal-context';
import { useAnswer } from '../../portal/useAnswer';

/** Asks whether a certificate is genuine, as nobody in particular: with a session the answer is the same. */
export function useVerdict(number: string) {
  const { visitor } = usePortal();
  return useAnswer(useCallback(async () => verifyCertificate(await visitor(), number), [visitor, number]));
}
