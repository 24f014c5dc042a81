import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readProject } from '../server/config/config';
import { readTemplate, renderTemplate } from './templates';

const project = readProject(path.resolve(__dirname, '../../../../supabase'));

const variables = {
  TokenHash: 'a1'.repeat(32),
  SiteURL: 'http://localhost:4200',
  Email: '"<b>ada"@nemus.example',
  NewEmail: 'ada@nemus.example',
};

test.each([
  ['confirmation', 'signup'],
  ['recovery', 'recovery'],
  ['email_change', 'email_change'],
  ['invite', 'invite'],
] as const)('the mail "%s" carries its link in both forms and nothing unfilled', (name, type) => {
  const mail = renderTemplate(readTemplate(project, name), variables);
  const link = `http://localhost:4200/bestaetigen?token_hash=${variables.TokenHash}`;
  expect(mail.text).toContain(`${link}&type=${type}\n`);
  expect(mail.html).toContain(`href="${link}&amp;type=${type}"`);
  for (const part of [mail.subject, mail.text, mail.html]) expect(part).not.toMatch(/\{\{|\}\}/);
});

test('what an address contains does not become markup', () => {
  const mail = renderTemplate(readTemplate(project, 'confirmation'), variables);
  expect(mail.html).not.toContain('<b>ada');
  expect(mail.html).toContain('&#34;&lt;b&gt;ada');
});

test.each(['.ConfirmationURL', '.Token', '.Nmae'])('a template with {{ %s }} is refused by name', (variable) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'nemus-templates-'));
  const templates = path.join(folder, 'supabase/templates');
  mkdirSync(templates, { recursive: true });
  writeFileSync(path.join(templates, 'recovery.html'), `<p>{{ ${variable} }}</p>`);
  const broken = { ...project, folder: path.join(folder, 'supabase') };
  expect(() => readTemplate(broken, 'recovery')).toThrow(`{{ ${variable} }}, which is not offered`);
  expect(() => readTemplate(broken, 'invite')).toThrow('invite.html is missing');
  rmSync(folder, { recursive: true });
});
