import { useEffect, useState } from 'react';
import { isPublic } from '@nemus/registry';
import { usePortal } from '../portal/portal-context';
import type { Place } from '../routing/guard';

/** The area whose public route is shown; null for every other place. */
export function publicAreaOf(place: Place): string | null {
  return place.kind === 'area' && isPublic(place.match.route) ? place.match.remote.name : null;
}

/**
 * A public route has its document to itself: leaving it loads the next page's document. So none of its code runs where a
 * password is typed, and no other area runs beside the secret in its address.
 *
 * @returns false while the next document loads: nothing may be rendered
 */
export function useOwnDocument(place: Place): boolean {
  const { navigation } = usePortal();
  const area = publicAreaOf(place);
  const [shown, setShown] = useState<string | null>(null);
  if (shown === null && area !== null) setShown(area);
  // A redirect first arrives where it leads.
  const isLeft = shown !== null && shown !== area && place.kind !== 'waiting' && place.kind !== 'redirect';
  useEffect(() => {
    if (isLeft) navigation.reload();
  }, [isLeft, navigation]);
  return !isLeft;
}
