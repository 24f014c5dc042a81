import { z } from 'zod';
import { cases, says, tells, type Entry } from '../entry.ts';
import { count, day, moment, name } from '../values.ts';

/** Values of the limits of invitations: how many were sent, and when again. */
const limit = z.object({ count, again_at: moment });

/** Refusals about trainees and their invitations. */
export const TRAINEES = {
  no_trainees: says(400, 'Bitte wählen Sie mindestens eine Person aus.'),
  trainee_not_found: cases(404, 'Eine der ausgewählten Personen wurde nicht gefunden.', {
    person: 'Diese Person wurde nicht gefunden.',
    link: 'Diese Verbindung wurde nicht gefunden.',
  }),
  trainee_inactive: tells(
    409,
    'Eine der ausgewählten Personen ist inaktiv. Kurse werden nur für aktive PiW gebucht.',
    () => z.object({ name }),
    (who) => `${who.name} ist inaktiv. Kurse werden nur für aktive PiW gebucht.`,
  ),
  trainee_linked: says(409, 'Diese Person ist bereits verbunden.'),
  trainee_exists: says(409, 'Diese Person steht bereits in Ihrer Liste. Dort können Sie sie erneut einladen.'),
  already_linked: says(409, 'Ihr Konto ist mit dieser Weiterbildungsstätte schon verbunden.'),
  invalid_person: says(400, 'Name, E-Mail-Adresse oder Telefonnummer ist ungültig.'),
  mail_unavailable: says(502, 'Die Person ist eingetragen, aber die Nachricht konnte nicht verschickt werden.'),
  too_many: tells(
    400,
    'Bitte laden Sie weniger Personen auf einmal ein.',
    () => z.object({ most: count }),
    ({ most }) => `Bitte laden Sie höchstens ${most} Personen auf einmal ein.`,
  ),
  invitation_open: tells(
    409,
    'Diese Person ist bereits eingeladen.',
    () => z.object({ valid_until: day }),
    (link) => `Diese Person ist bereits eingeladen; der Link gilt bis ${link.valid_until}.`,
  ),
  invitation_invalid: cases(404, 'Diese Einladung ist ungültig oder abgelaufen.', {
    trainee: 'Es gibt keine offene Einladung.',
    member: 'Diese Einladung ist ungültig, abgelaufen oder zurückgezogen.',
  }),
  invitation_for_other: tells(
    403,
    'Diese Einladung ging an eine andere Adresse. Bitte melden Sie sich mit dieser Adresse an, oder bitten Sie die Weiterbildungsstätte um eine Einladung an die Adresse Ihres Kontos.',
    () => z.object({ address: name }),
    ({ address }) =>
      `Diese Einladung ging an ${address}. Bitte melden Sie sich mit dieser Adresse an, oder bitten Sie die Weiterbildungsstätte um eine Einladung an die Adresse Ihres Kontos.`,
  ),
  invitation_too_soon: says(429, 'Die Einladung wurde gerade erst verschickt. Bitte warten Sie eine Minute.'),
  invitation_limit_recipient: tells(
    429,
    'Diese Person hat heute schon mehrere Einladungen bekommen.',
    () => limit,
    (sent) =>
      `Diese Person hat in den letzten 24 Stunden schon ${sent.count} Einladungen bekommen; mehr gehen nicht an dieselbe Adresse. Wieder möglich ab ${sent.again_at} Uhr.`,
  ),
  invitation_limit_institution: tells(
    429,
    'Für heute sind alle Einladungen verschickt.',
    () => limit,
    (sent) =>
      `Ihre Weiterbildungsstätte hat in den letzten 24 Stunden ${sent.count} Einladungen verschickt; mehr sind nicht möglich. Wieder möglich ab ${sent.again_at} Uhr.`,
  ),
  invitation_limit_total: tells(
    429,
    'Für heute sind alle Einladungen verschickt.',
    () => limit,
    (sent) =>
      `Das Portal verschickt in 24 Stunden höchstens ${sent.count} Einladungen, und so viele sind schon verschickt. Wieder möglich ab ${sent.again_at} Uhr.`,
  ),
} as const satisfies Readonly<Record<string, Entry>>;
