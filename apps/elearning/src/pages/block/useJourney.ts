import { useCallback, useEffect, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useDataClient } from '@nemus/area';
import { usePorts, useSession } from '@nemus/contract/react';
import { blockPositionQuery, saveBlockPosition, type BlockPosition } from '@nemus/data';
import { useSearchParams } from 'react-router-dom';
import { laterStep, stepLeft, stepToShow, type Journey, type JourneyStep } from './journey';

/** A block by its ids in the database. */
export interface BlockPlace {
  readonly courseId: string;
  readonly blockId: string;
}

/**
 * The learner's position. The step is in the address, so that back and forward work; the furthest step and the position
 * in the video are saved to the account, so that another device continues there. A failed save only costs comfort: it
 * is reported and blocks nothing.
 */
export function useJourney(place: BlockPlace, journey: Journey, left: BlockPosition | null) {
  const [params, setParams] = useSearchParams();
  const [furthest, setFurthest] = useState<JourneyStep>(stepLeft(left?.step, journey));
  const [videoSeconds, setVideoSeconds] = useState(left?.videoSeconds ?? 0);
  const keep = useKeptPosition(place);
  const requested = params.get('schritt');
  // The comic has its picture in the address: a picture alone means the comic.
  const panel = params.get('bild');
  const step = stepToShow(requested ?? (panel === null ? null : 'comic'), furthest, journey);

  // The address always contains the shown step: otherwise "back" to an address without one would show the latest one
  // again.
  useEffect(() => {
    if (requested === step) return;
    setParams({ schritt: step, ...(step === 'comic' && panel !== null && { bild: panel }) }, { replace: true });
  }, [requested, panel, step, setParams]);

  const reach = (next: JourneyStep) => {
    const reached = laterStep(furthest, next);
    setFurthest(reached);
    if (reached !== furthest) keep({ step: reached, videoSeconds });
  };
  const goTo = (next: JourneyStep) => {
    reach(next);
    setParams({ schritt: next });
  };
  const keepVideoSeconds = (seconds: number) => {
    setVideoSeconds(seconds);
    keep({ step: furthest, videoSeconds: seconds });
  };
  return { step, goTo, reach, videoSeconds, keepVideoSeconds };
}

/** Saves a position to the account, and to the area's cache for the next visit. */
function useKeptPosition({ courseId, blockId }: BlockPlace) {
  const client = useDataClient();
  const queryClient = useQueryClient();
  const { userId } = useSession();
  const { telemetry } = usePorts();
  return useCallback(
    (position: BlockPosition) => {
      queryClient.setQueryData(blockPositionQuery(client, userId, courseId, blockId).queryKey, position);
      saveBlockPosition(client, { userId, courseId, blockId, position }).catch((error: unknown) =>
        telemetry.report({ name: 'block-position-not-saved', message: String(error) }),
      );
    },
    [client, queryClient, userId, courseId, blockId, telemetry],
  );
}
