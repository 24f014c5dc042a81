import type { Project, TemplateName } from '../server/config/config';
import type { AuthMailer, MailDetails } from '../server/engine/auth-mailer';
import type { Inbox } from './inbox';
import { readTemplate, renderTemplate, type MailTemplate } from './templates';

export interface MailerOptions {
  readonly project: Project;
  readonly inbox: Inbox;
  /** Public address of the portal: where links lead, regardless of the request. */
  readonly siteUrl: string;
}

type SentTemplate = Exclude<TemplateName, 'invite'>;

/**
 * Renders the project's own templates and puts the mails into the inbox. Replaces lite's mailer, which knows no
 * templates and writes English. Links lead to the portal's own page alone: no caller has a say in it.
 *
 * @throws {@link StartRefused} when a template cannot be used.
 */
export function createMailer({ project, inbox, siteUrl }: MailerOptions): AuthMailer {
  const templates: Record<SentTemplate, MailTemplate> = {
    confirmation: readTemplate(project, 'confirmation'),
    recovery: readTemplate(project, 'recovery'),
    email_change: readTemplate(project, 'email_change'),
  };

  async function send(name: SentTemplate, to: string, hash: string, details: MailDetails = {}) {
    const filled = renderTemplate(templates[name], {
      TokenHash: hash,
      SiteURL: siteUrl.replace(/\/+$/, ''),
      Email: details.currentEmail ?? to,
      NewEmail: details.newEmail ?? to,
    });
    inbox.send({ to, ...filled });
  }

  const notOffered = (what: string) => Promise.reject(new Error(`${what} is not part of this project.`));

  return {
    sendConfirmation: (email, hash, _code, details) => send('confirmation', email, hash, details),
    sendRecovery: (email, hash, _code, details) => send('recovery', email, hash, details),
    sendEmailChange: async (email, hash, _code, details = {}) => {
      await send('email_change', email, hash, details);
      const { newEmail, tokenHashNew } = details;
      if (newEmail && tokenHashNew) await send('email_change', newEmail, tokenHashNew, details);
    },
    sendMagicLink: () => notOffered('Signing in by mail'),
    sendReauthentication: () => notOffered('Reauthentication by code'),
  };
}
