import { useCallback, useEffect, useState } from 'react';
import { verifyCertificate, type CertificateVerdict } from '@nemus/data';
import { usePortal } from '../../portal/portal-context';

/** What is known of a number by now. */
export type VerdictState =
  | { readonly status: 'loading' }
  | { readonly status: 'failed' }
  | { readonly status: 'found'; readonly verdict: CertificateVerdict };

/** Asks whether a certificate is genuine, as nobody in particular: with a session the answer is the same. */
export function useVerdict(number: string): { state: VerdictState; retry: () => void } {
  const { visitor } = usePortal();
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<VerdictState>({ status: 'loading' });
  useEffect(() => {
    let current = true;
    visitor()
      .then((client) => verifyCertificate(client, number))
      .then(
        (verdict) => current && setState({ status: 'found', verdict }),
        () => current && setState({ status: 'failed' }),
      );
    return () => {
      current = false;
    };
  }, [visitor, number, attempt]);
  const retry = useCallback(() => {
    setState({ status: 'loading' });
    setAttempt((count) => count + 1);
  }, []);
  return { state, retry };
}
