import { button, mailPage, paragraph, signature, small } from '../_shared/mail-frame.ts';
import { institutionName, personName } from '../_shared/mail-names.ts';
import type { Mail } from '../_shared/mail.ts';
import { MEMBER_ROLE_NAMES, type MemberRole } from '../_shared/texts/member-roles.ts';

/** What the mail to a future member of an institution says. */
export interface MemberInvitationFacts {
  readonly email: string;
  readonly roles: readonly MemberRole[];
  /** Null for an institution without a name. */
  readonly institutionName: string | null;
  /** Who invites; null or empty when the account has no name, or is gone. */
  readonly inviter: string | null;
  /** Moment from which the link leads nowhere, ISO 8601. */
  readonly expiresAt: string;
  readonly token: string;
}

const day = new Intl.DateTimeFormat('de-DE', { dateStyle: 'long', timeZone: 'Europe/Berlin' });

/** Invites a person to act for an institution. Its link leads to a page, which accepts nothing by being opened. */
export function memberInvitationMail(siteUrl: string, facts: MemberInvitationFacts): Mail {
  const institution = institutionName(facts.institutionName);
  const link = `${siteUrl}/mitglied-werden?${new URLSearchParams({ link: facts.token }).toString()}`;
  const inviter = personName(facts.inviter ?? '', '');
  const invited = `${inviter === '' ? institution : `${inviter} von ${institution}`} lädt Sie ein, im Nemus-Portal für die Weiterbildungsstätte zu arbeiten.`;
  const rights = `Ihre Berechtigungen: ${facts.roles.map((role) => MEMBER_ROLE_NAMES[role]).join(', ')}.`;
  const next =
    'Der Link nimmt noch nichts an. Nach der Anmeldung entscheiden Sie, ob Sie Mitglied werden. Ohne Konto registrieren Sie sich dort zuerst, als Konto einer Weiterbildungsstätte.';
  const valid = `Der Link gilt bis zum ${day.format(new Date(facts.expiresAt))}, und nur für ein Konto mit dieser E-Mail-Adresse.`;
  const ignore = 'Sie erwarten keine Einladung? Dann können Sie diese E-Mail ignorieren.';
  return {
    to: facts.email,
    subject: `Einladung zur Mitarbeit: ${institution}`,
    text: [
      'Guten Tag,',
      `${invited}\n${rights}`,
      `Einladung ansehen:\n${link}`,
      next,
      `${valid}\n${ignore}`,
      signature(siteUrl),
    ].join('\n\n'),
    html: mailPage(
      'Einladung zur Mitarbeit',
      ['Guten Tag,', invited, rights].map(paragraph).join('') +
        button(link, 'Einladung ansehen') +
        [next, valid, ignore].map(small).join(''),
    ),
  };
}
