import { useQuery } from '@tanstack/react-query';
import { useDataClient } from '@nemus/area';
import { useSession } from '@nemus/contract/react';
import { approvalQuery } from '@nemus/data';
import { Alert } from '@nemus/ui';

/**
 * Whether an operator has approved the institution; true until known otherwise: the database refuses in any case, and
 * says why.
 */
export function useApproved(): boolean {
  const { userId } = useSession();
  return useQuery(approvalQuery(useDataClient(), userId)).data !== false;
}

/** Why the institution cannot invite people and book for them yet, and what it can do meanwhile. */
export function ApprovalNotice() {
  return (
    <Alert tone="info" title="Ihre Weiterbildungsstätte ist noch nicht freigegeben">
      Wir prüfen jede Weiterbildungsstätte, bevor sie Personen einlädt oder Kurse für sie bucht. Umsehen und für das
      eigene Konto einkaufen können Sie schon jetzt. Bei Fragen schreiben Sie bitte unserem Support.
    </Alert>
  );
}
