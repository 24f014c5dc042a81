import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readProject } from '../config/config';
import { readTemplate, renderTemplate } from './templates';

const project = readProject(path.resolve(__dirname, '../../../../supabase'));

const variables = {
  ConfirmationURL: 'http://localhost:54321/auth/v1/verify?token=a&type=signup',
  Token: '12345678',
  TokenHash: 'a',
  SiteURL: 'http://localhost:4200',
  RedirectTo: 'http://localhost:4200/',
  Email: '"<b>ada"@nemus.example',
  NewEmail: 'ada@nemus.example',
};

test.each(['confirmation', 'recovery', 'email_change', 'invite'] as const)(
  'the mail "%s" carries its link in both forms and nothing unfilled',
  (name) => {
    const mail = renderTemplate(readTemplate(project, name), variables);
    expect(mail.text).toContain(variables.ConfirmationURL);
    expect(mail.html).toContain('href="http://localhost:54321/auth/v1/verify?token=a&amp;type=signup"');
    for (const part of [mail.subject, mail.text, mail.html]) expect(part).not.toMatch(/\{\{|\}\}/);
    // A code would invite people to read it to a stranger; the portal has no field for it.
    expect(mail.text + mail.html).not.toContain(variables.Token);
  },
);

test('what an address contains does not become markup', () => {
  const mail = renderTemplate(readTemplate(project, 'confirmation'), variables);
  expect(mail.html).not.toContain('<b>ada');
  expect(mail.html).toContain('&#34;&lt;b&gt;ada');
});

test('a variable that does not exist is refused with its name', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'nemus-templates-'));
  const templates = path.join(folder, 'supabase/templates');
  mkdirSync(templates, { recursive: true });
  writeFileSync(path.join(templates, 'recovery.html'), '<p>{{ .Nmae }}</p>');
  const broken = { ...project, folder: path.join(folder, 'supabase') };
  expect(() => readTemplate(broken, 'recovery')).toThrow('{{ .Nmae }}, which does not exist');
  expect(() => readTemplate(broken, 'invite')).toThrow('invite.html is missing');
  rmSync(folder, { recursive: true });
});
