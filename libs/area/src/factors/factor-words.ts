import { FAILURES } from '@nemus/data';
import { z } from 'zod';

const coded = z.object({ code: z.string() });

const WORDS: Readonly<Record<string, string>> = {
  mfa_verification_failed:
    'Dieser Code gilt nicht. Prüfen Sie, ob die Uhr Ihres Geräts stimmt, oder warten Sie auf den nächsten Code: Jeder gilt einmal.',
  mfa_challenge_expired: 'Das hat zu lange gedauert. Bitte geben Sie den nächsten Code ein.',
  mfa_factor_not_found: 'Dieser zweite Faktor besteht nicht mehr. Bitte laden Sie die Seite neu.',
  mfa_factor_name_conflict: 'Es gibt schon einen zweiten Faktor mit diesem Namen. Bitte wählen Sie einen anderen.',
  too_many_enrolled_mfa_factors: 'Mehr zweite Faktoren kann ein Konto nicht haben. Entfernen Sie zuerst einen.',
  insufficient_aal: 'Bitte geben Sie zuerst einen Code aus Ihrer Authenticator-App ein.',
  over_request_rate_limit: 'Zu viele Versuche in kurzer Zeit. Bitte warten Sie einige Minuten.',
  session_ended: FAILURES.sessionEnded,
  network: 'Der Server ist gerade nicht erreichbar. Bitte versuchen Sie es noch einmal.',
};

/** Messages for the sign-in service's refusals about a second factor. */
export function factorFailure(error: unknown): string {
  const { data } = coded.safeParse(error);
  return (data && WORDS[data.code]) ?? 'Das hat nicht geklappt. Bitte versuchen Sie es noch einmal.';
}
