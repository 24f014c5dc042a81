import { allowedRedirect } from '../api/redirects';
import { currentContext } from '../api/request-context';
import type { Project, TemplateName } from '../config/config';
import type { Inbox } from './inbox';
import { readTemplate, renderTemplate, type MailTemplate } from './templates';

/** What lite tells about the account beside address and token. */
export interface MailDetails {
  readonly currentEmail?: string | undefined;
  readonly newEmail?: string | undefined;
}

/** Sends the mails of the auth API. The shape is lite's own interface for it. */
export interface AuthMailer {
  sendConfirmation(email: string, tokenHash: string, code: string, details?: MailDetails): Promise<void>;
  sendRecovery(email: string, tokenHash: string, code: string, details?: MailDetails): Promise<void>;
  sendMagicLink(email: string, tokenHash: string, code: string, details?: MailDetails): Promise<void>;
  sendEmailChange(email: string, tokenHash: string, code: string, details?: MailDetails): Promise<void>;
  sendReauthentication(email: string, code: string, details?: MailDetails): Promise<void>;
}

export interface MailerOptions {
  readonly project: Project;
  readonly inbox: Inbox;
  /** Public address of the API: where links lead first. */
  readonly apiUrl: string;
  readonly siteUrl: string;
  readonly redirectUrls: readonly string[];
}

/** Kinds of links, by the name that `/auth/v1/verify` knows them under. */
const TEMPLATE_OF = {
  signup: 'confirmation',
  recovery: 'recovery',
  email_change: 'email_change',
} as const satisfies Record<string, TemplateName>;
type LinkType = keyof typeof TEMPLATE_OF;

/**
 * Renders the project's own templates and puts the mails into the inbox. Replaces lite's mailer, which ignores the
 * redirect that the client asked for, links to the site instead of the API, and writes its plain text in English.
 *
 * @throws {@link StartRefused} when a template cannot be used.
 */
export function createMailer({ project, inbox, apiUrl, siteUrl, redirectUrls }: MailerOptions): AuthMailer {
  const templates: Record<LinkType, MailTemplate> = {
    signup: readTemplate(project, TEMPLATE_OF.signup),
    recovery: readTemplate(project, TEMPLATE_OF.recovery),
    email_change: readTemplate(project, TEMPLATE_OF.email_change),
  };

  async function send(type: LinkType, to: string, hash: string, code: string, details: MailDetails = {}) {
    const redirectTo = allowedRedirect(currentContext()?.redirectTo ?? null, siteUrl, redirectUrls);
    const link = new URL('/auth/v1/verify', apiUrl);
    link.searchParams.set('token', hash);
    link.searchParams.set('type', type);
    link.searchParams.set('redirect_to', redirectTo);
    const filled = renderTemplate(templates[type], {
      ConfirmationURL: link.href,
      Token: code,
      TokenHash: hash,
      SiteURL: siteUrl,
      RedirectTo: redirectTo,
      Email: details.currentEmail ?? to,
      NewEmail: details.newEmail ?? to,
    });
    inbox.send({ to, ...filled });
  }

  const notOffered = (what: string) => Promise.reject(new Error(`${what} is not part of this project.`));

  return {
    sendConfirmation: (email, hash, code, details) => send('signup', email, hash, code, details),
    sendRecovery: (email, hash, code, details) => send('recovery', email, hash, code, details),
    sendEmailChange: (email, hash, code, details) => send('email_change', email, hash, code, details),
    sendMagicLink: () => notOffered('Signing in by mail'),
    sendReauthentication: () => notOffered('Reauthentication by code'),
  };
}
