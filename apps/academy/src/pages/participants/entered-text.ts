import type { EnteredPerson } from '@nemus/data';

/** What became of a person who was entered at a date. */
export function enteredText({ name, status, waitlist_position: position }: EnteredPerson): string {
  if (status === null) return `${name} bekommt den Link`;
  return status === 'waitlist' ? `${name} steht auf der Warteliste, Stelle ${position ?? ''}` : `${name} hat den Platz`;
}
