import type { TeachingDateDetails } from '@nemus/data';
import { peopleText } from './date-words';

/** Says who is notified of a change, and how. */
export function notifiedText(date: TeachingDateDetails, following: boolean, how: string): string {
  const told = following ? (date.following?.told ?? date.told) : date.told;
  return told === 0
    ? 'Niemand hat einen Platz oder wartet: Es geht keine Nachricht hinaus.'
    : `${peopleText(told)} mit Platz oder auf der Warteliste: Das Portal benachrichtigt sie mit ${how}; ihre Weiterbildungsstätten ebenso, wenn diese Nachrichten wünschen.`;
}
