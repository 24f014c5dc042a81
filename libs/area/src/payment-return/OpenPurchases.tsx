import { useEffect, useEffectEvent, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { usePorts, useSession } from '@nemus/contract/react';
import {
  cancelPurchase,
  DataError,
  FAILURES,
  noteResultShown,
  openPurchasesQuery,
  type OpenPurchase,
} from '@nemus/data';
import { Alert, Button, ButtonLink } from '@nemus/ui';
import { useDataClient } from '../reads/data-client';
import { useAction } from '../actions/useAction';
import { givenUpKey } from './usePaymentReturn';

/** Polling interval while there are purchases, in ms. */
const LOOK_EVERY = 15_000;

/**
 * The account's undecided purchases and failed payments, with buttons to pay, to cancel, or to close the notice.
 * Renders nothing without any, or while unknown.
 */
export function OpenPurchases() {
  const client = useDataClient();
  const { userId } = useSession();
  const { events } = usePorts();
  const query = useQuery({
    ...openPurchasesQuery(client, userId),
    refetchInterval: ({ state }) => (state.data?.length ? LOOK_EVERY : false),
    refetchOnWindowFocus: 'always',
  });
  const own = (query.data ?? []).filter(({ is_own: isOwn }) => isOwn);
  // A purchase decided elsewhere: its result may be available now.
  const count = own.filter(({ state }) => state !== 'failed').length;
  const [known, setKnown] = useState(count);
  const decided = count < known;
  const tell = useEffectEvent(() => events.publish('enrollments-changed', { courseId: null }));
  useEffect(() => {
    if (decided) tell();
  }, [decided]);
  if (count !== known) setKnown(count);
  return own.map((purchase) => (
    <PurchaseNotice key={purchase.order_id} purchase={purchase} onChange={() => void query.refetch()} />
  ));
}

function PurchaseNotice({ purchase, onChange }: { purchase: OpenPurchase; onChange: () => void }) {
  const client = useDataClient();
  const { events, notify } = usePorts();
  const { order_id: order, session_id: session, title, state, url } = purchase;
  // The account returned from the provider, where it gave the purchase up.
  const isGivenUp = useQuery({ queryKey: givenUpKey(order), enabled: false }).fetchStatus === 'fetching';
  const changed = () => {
    onChange();
    events.publish('enrollments-changed', { courseId: purchase.course_id });
  };
  const cancel = useAction({
    mutationFn: () => cancelPurchase(client, order ?? ''),
    onSuccess: ({ cancelled, message }) =>
      notify({
        kind: cancelled ? 'success' : 'info',
        title: cancelled ? 'Kauf abgebrochen' : 'Kauf nicht abgebrochen',
        description: message,
      }),
    onError: (error) =>
      notify({
        kind: 'error',
        title: 'Kauf nicht abgebrochen',
        description: error instanceof DataError ? error.message : FAILURES.purchase,
      }),
    onSettled: changed,
  });
  const close = useAction({ mutationFn: () => noteResultShown(client, session ?? ''), onSettled: changed });
  if (isGivenUp) return null;
  if (state === 'failed') {
    return (
      <Alert tone="error" title="Ihre Zahlung ist fehlgeschlagen" onClose={() => close.mutate()}>
        {title}: Die Zahlung wurde nicht ausgeführt, und es wurde nichts freigeschaltet. Sie können den Kauf noch einmal
        beginnen.
      </Alert>
    );
  }
  if (state === 'pending') {
    return (
      <Alert title="Ihre Zahlung ist unterwegs">
        {title}: Sobald sie eingegangen ist, schalten wir Ihren Kauf frei. Das kann einige Tage dauern.
      </Alert>
    );
  }
  return (
    <Alert
      title="Sie haben einen Kauf begonnen"
      actions={
        <>
          {url === null ? null : (
            <ButtonLink href={url} target="_blank" rel="noopener noreferrer" size="small" iconEnd="external">
              Bezahlseite öffnen
            </ButtonLink>
          )}
          <Button
            size="small"
            variant="quiet"
            aria-label={`Kauf abbrechen: ${title}`}
            loading={cancel.isPending}
            onClick={() => cancel.mutate()}
          >
            Kauf abbrechen
          </Button>
        </>
      }
    >
      {title}: Bitte bezahlen Sie, oder brechen Sie den Kauf ab. So lange ist kein zweiter Kauf möglich.
    </Alert>
  );
}
