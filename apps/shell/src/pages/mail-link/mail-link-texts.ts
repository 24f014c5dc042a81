import type { MailLink } from '@nemus/session';
import { authViewSearch } from '../../routing/auth-view';
import { PATHS } from '../../routing/paths';

/** Texts of the page behind a link. */
export interface LinkTexts {
  readonly title: string;
  readonly intro: string;
  readonly button: string;
  /** The next step when the link is no longer usable. */
  readonly remedy: { readonly text: string; readonly label: string; readonly to: string };
}

const TO_SIGN_IN = { label: 'Zur Anmeldung', to: PATHS.auth };

export const LINK_TEXTS: Readonly<Record<MailLink['type'], LinkTexts>> = {
  signup: {
    title: 'E-Mail-Adresse bestätigen',
    intro: 'Nur noch ein Klick: Danach ist Ihr Konto bereit, und Sie sind angemeldet.',
    button: 'Adresse bestätigen',
    remedy: {
      text: 'Haben Sie die Adresse schon bestätigt, melden Sie sich einfach an. Sonst senden wir Ihnen dort einen neuen Link.',
      ...TO_SIGN_IN,
    },
  },
  recovery: {
    title: 'Neues Passwort festlegen',
    intro: 'Mit diesem Link legen Sie ein neues Passwort fest. Bis dahin gilt Ihr bisheriges weiter.',
    button: 'Weiter zum neuen Passwort',
    remedy: {
      text: 'Fordern Sie bitte einen neuen Link an.',
      label: 'Neuen Link anfordern',
      to: PATHS.auth + authViewSearch('reset'),
    },
  },
  email_change: {
    title: 'Neue E-Mail-Adresse bestätigen',
    intro: 'Bestätigen Sie, dass die E-Mail in Ihrem Postfach angekommen ist.',
    button: 'Adresse bestätigen',
    remedy: { text: 'Bitte ändern Sie die Adresse noch einmal.', ...TO_SIGN_IN },
  },
  invite: {
    title: 'Einladung annehmen',
    intro: 'Danach legen Sie Ihr Passwort fest.',
    button: 'Einladung annehmen',
    remedy: { text: 'Bitten Sie die Person, die Sie eingeladen hat, um eine neue Einladung.', ...TO_SIGN_IN },
  },
};
