import { button, mailPage, paragraph, signature, small } from '../_shared/mail-frame.ts';
import { institutionName, personName } from '../_shared/mail-names.ts';
import type { Mail } from '../_shared/mail.ts';

/** The content of an invitation's mail. */
export interface InvitationFacts {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  /** Null for an institution without a name. */
  readonly institutionName: string | null;
  /** Moment from which the link leads nowhere, ISO 8601. */
  readonly expiresAt: string;
  readonly token: string;
}

const day = new Intl.DateTimeFormat('de-DE', { dateStyle: 'long', timeZone: 'Europe/Berlin' });

/** Address of the page that names the inviting institution; it leads to sign-up, sign-in, and the page that accepts. */
function invitationLink(siteUrl: string, token: string): string {
  return `${siteUrl}/auth?${new URLSearchParams({ ansicht: 'registrieren', einladung: token }).toString()}`;
}

/** The mail that invites a trainee. Names are the institution's own words, and cleaned. */
export function invitationMail(siteUrl: string, facts: InvitationFacts): Mail {
  const institution = institutionName(facts.institutionName);
  const greeting = `Guten Tag ${personName(facts.firstName, facts.lastName)}`.trim();
  const link = invitationLink(siteUrl, facts.token);
  const until = day.format(new Date(facts.expiresAt));
  const invited = `${institution} möchte Ihre psychotherapeutische Weiterbildung im Nemus-Portal begleiten und lädt Sie ein, sich zu registrieren.`;
  const shared =
    'Der Link verbindet Sie noch nicht. Nach der Anmeldung entscheiden Sie, ob Sie die Einladung annehmen. Erst dann sieht die Weiterbildungsstätte Ihren Fortschritt in der Weiterbildung und was Sie ihr aus Ihrem Logbuch einreichen, mit Ihren Notizen. Alles, was sie sieht, steht auf der Seite der Einladung.';
  const valid = `Der Link gilt bis zum ${until}, und nur für ein Konto mit dieser E-Mail-Adresse.`;
  const ignore = 'Sie erwarten keine Einladung? Dann können Sie diese E-Mail ignorieren.';
  return {
    to: facts.email,
    subject: `Einladung von ${institution}`,
    text: [
      `${greeting},`,
      invited,
      `Einladung ansehen:\n${link}`,
      shared,
      `${valid}\n${ignore}`,
      signature(siteUrl),
    ].join('\n\n'),
    html: mailPage(
      'Einladung ins Nemus-Portal',
      [`${greeting},`, invited].map(paragraph).join('') +
        button(link, 'Einladung ansehen') +
        [shared, valid, ignore].map(small).join(''),
    ),
  };
}
