import { existsSync, readFileSync } from 'node:fs';
import { templateFile, type Project, type TemplateName } from '../server/config/config';
import { StartRefused } from '../server/refusal';

/**
 * What a template may name: a part of the names of a hosted project. Left out on purpose are those that would put the
 * session itself (`ConfirmationURL`), a code to read to a stranger (`Token`) or an address chosen by the requester
 * (`RedirectTo`) into a mail.
 */
export interface MailVariables {
  readonly TokenHash: string;
  readonly SiteURL: string;
  readonly Email: string;
  readonly NewEmail: string;
}

const NAMES = ['TokenHash', 'SiteURL', 'Email', 'NewEmail'] as const;
const VARIABLE = /\{\{\s*\.([\w.]+)\s*\}\}/g;

function isVariable(name: string): name is keyof MailVariables {
  return NAMES.some((known) => known === name);
}

/** A mail's three parts with variables in them. */
export interface MailTemplate {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

function readPart(file: string): string {
  if (!existsSync(file)) throw new StartRefused(`The mail template ${file} is missing.`, 'See supabase/config.toml.');
  const source = readFileSync(file, 'utf8');
  for (const [, name = ''] of source.matchAll(VARIABLE)) {
    if (!isVariable(name)) {
      throw new StartRefused(`${file} names {{ .${name} }}, which is not offered.`, `Known are: ${NAMES.join(', ')}.`);
    }
  }
  return source;
}

/**
 * Reads one template of config.toml: the HTML that a hosted project sends as well, and the plain text beside it
 * (`confirmation.txt` beside `confirmation.html`).
 *
 * @throws {@link StartRefused} when a file is missing or names an unknown variable.
 */
export function readTemplate(project: Project, name: TemplateName): MailTemplate {
  const file = templateFile(project, name);
  const { subject } = project.config.auth.email.template[name];
  return { subject, html: readPart(file), text: readPart(file.replace(/\.html$/, '.txt')) };
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&#34;',
  "'": '&#39;',
};

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

function fill(source: string, variables: MailVariables, write: (value: string) => string): string {
  return source.replace(VARIABLE, (whole, name: string) => (isVariable(name) ? write(variables[name]) : whole));
}

/** Fills a template; what goes into HTML is escaped, as Go's templates do it on a hosted project. */
export function renderTemplate(template: MailTemplate, variables: MailVariables): MailTemplate {
  const asIs = (value: string) => value;
  return {
    subject: fill(template.subject, variables, asIs),
    html: fill(template.html, variables, escapeHtml),
    text: fill(template.text, variables, asIs),
  };
}
