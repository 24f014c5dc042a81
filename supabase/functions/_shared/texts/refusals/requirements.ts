import { z } from 'zod';
import { says, tells, type Entry } from '../entry.ts';
import { day } from '../values.ts';

/** Refusals about requirement sets. */
export const REQUIREMENTS = {
  set_not_found: says(404, 'Diese Anforderungen wurden nicht gefunden.'),
  set_changed: says(409, 'Diese Anforderungen wurden inzwischen von jemand anderem geändert.'),
  set_published: says(
    409,
    'Veröffentlichte Anforderungen bleiben, wie sie sind. Für andere Zahlen legen Sie bitte eine neue Version an.',
  ),
  set_incomplete: says(409, 'Den Anforderungen fehlt noch etwas, bevor sie veröffentlicht werden können.'),
  set_is_draft: says(409, 'Ein Entwurf steht noch niemandem zur Wahl.'),
  set_retired: says(409, 'Diese Anforderungen werden nicht mehr angeboten. Bitte wählen Sie andere.'),
  set_not_valid_yet: tells(
    409,
    'Diese Anforderungen gelten noch nicht.',
    () => z.object({ from: day }),
    ({ from }) => `Diese Anforderungen gelten erst ab dem ${from}.`,
  ),
  choice_changed: says(
    409,
    'Ihre Anforderungen wurden inzwischen an anderer Stelle gewechselt. Bitte sehen Sie sich die Änderungen noch einmal an.',
  ),
} as const satisfies Readonly<Record<string, Entry>>;
