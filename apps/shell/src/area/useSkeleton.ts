import { useEffect, useEffectEvent, useState } from 'react';
import { SKELETON_AFTER_MS } from '@nemus/start/limits';

/**
 * Whether a skeleton stands in the place of an area that is waited for: after a while, and in an empty place alone.
 *
 * @param isEmpty asked once, when the skeleton's time has come
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
