import { useEffect, useEffectEvent, useState } from 'react';
import { SKELETON_AFTER_MS } from '@nemus/start/limits';

/**
 * Whether to show a skeleton instead of an area that is loading: after a delay, and only in an empty place.
 *
 * @param isEmpty called once, after the delay
 */
export function useSkeleton(waiting: boolean, isEmpty: () => boolean = () => true): boolean {
  const [shown, setShown] = useState(false);
  const show = useEffectEvent(() => setShown(isEmpty()));
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setTimeout(show, SKELETON_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setShown(false);
    };
  }, [waiting]);
  return waiting && shown;
}
