import { useEffect, useState } from 'react';
import { useSingleRun } from '@nemus/ui';
import type { Portal } from '../../portal/portal';
import { usePortal } from '../../portal/portal-context';
import {
  approveInstitution,
  readInstitutionReviews,
  withdrawApproval,
  type InstitutionReview,
} from './institution-reviews';

/** Null while loading. */
type Reviews = readonly InstitutionReview[] | 'failed' | null;

async function readReviews({ client, telemetry }: Portal): Promise<Reviews> {
  try {
    return await readInstitutionReviews(await client());
  } catch (error) {
    telemetry.report({ name: 'institution-reviews-missing', message: String(error) });
    return 'failed';
  }
}

/** The institutions, and an operator's decisions. The list is refetched after every decision. */
export function useInstitutionReviews() {
  const portal = usePortal();
  const { client, toasts } = portal;
  const [reviews, setReviews] = useState<Reviews>(null);
  /** Id of the institution whose decision is running. */
  const [busy, setBusy] = useState<string | null>(null);

  useEffect(() => {
    let left = false;
    void readReviews(portal).then((found) => {
      if (!left) setReviews(found);
    });
    return () => {
      left = true;
    };
  }, [portal]);

  const reload = async () => setReviews(await readReviews(portal));

  const { start: decide } = useSingleRun(
    async (review: InstitutionReview, title: string, send: () => Promise<void>) => {
      setBusy(review.institution_id);
      try {
        await send();
        toasts.notify({ kind: 'success', title, description: review.name });
      } catch {
        toasts.notify({
          kind: 'error',
          title: 'Entscheidung nicht gespeichert',
          description: 'Die Liste wurde neu gelesen. Bitte sehen Sie sich die Weiterbildungsstätte noch einmal an.',
        });
      }
      await reload();
      setBusy(null);
    },
  );

  return {
    reviews,
    busy,
    reload,
    approve: (review: InstitutionReview) =>
      decide(review, 'Freigegeben', async () => approveInstitution(await client(), review)),
    withdraw: (review: InstitutionReview) =>
      decide(review, 'Freigabe zurückgezogen', async () => withdrawApproval(await client(), review)),
  };
}
