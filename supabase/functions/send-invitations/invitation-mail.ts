import { button, mailPage, paragraph, signature, small } from '../_shared/mail-frame.ts';
import type { Mail } from '../_shared/mail.ts';

/** What the mail of an invitation says. */
export interface InvitationFacts {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly institutionName: string;
  /** Moment from which the link leads nowhere, ISO 8601. */
  readonly expiresAt: string;
  readonly token: string;
}

const day = new Intl.DateTimeFormat('de-DE', { dateStyle: 'long', timeZone: 'Europe/Berlin' });

/** Address of the sign-up that links whoever uses it. */
export function invitationLink(siteUrl: string, token: string): string {
  return `${siteUrl}/auth?${new URLSearchParams({ ansicht: 'registrieren', einladung: token }).toString()}`;
}

/** The mail that invites a trainee. */
export function invitationMail(siteUrl: string, facts: InvitationFacts): Mail {
  const name = `${facts.firstName} ${facts.lastName}`.trim();
  const link = invitationLink(siteUrl, facts.token);
  const until = day.format(new Date(facts.expiresAt));
  const invited = `${facts.institutionName} lädt Sie ein, Ihre psychotherapeutische Weiterbildung im Nemus-Portal zu begleiten.`;
  const shared =
    'Wenn Sie die Einladung annehmen, sieht die Weiterbildungsstätte Ihren Fortschritt in Theorie, Praxis, E-Learning und den sechs Kompetenzen.';
  const valid = `Der Link gilt bis zum ${until} und kann einmal verwendet werden.`;
  const ignore = 'Sie erwarten keine Einladung? Dann können Sie diese E-Mail ignorieren.';
  return {
    to: facts.email,
    // A line break in a name would end the subject.
    subject: `Einladung von ${facts.institutionName}`.replace(/\s+/g, ' '),
    text: [
      `Guten Tag ${name},`,
      invited,
      `Einladung annehmen:\n${link}`,
      shared,
      `${valid}\n${ignore}`,
      signature(siteUrl),
    ].join('\n\n'),
    html: mailPage(
      'Einladung ins Nemus-Portal',
      [`Guten Tag ${name},`, invited].map(paragraph).join('') +
        button(link, 'Einladung annehmen') +
        [shared, valid, ignore].map(small).join(''),
    ),
  };
}
