import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { mailSchema, type Mail, type MailDraft } from './mail';

/** Older mails make room for newer ones. */
const MOST = 500;

/** Every mail of this machine's backend, newest first. No mail leaves the machine. */
export interface Inbox {
  /** @param to only mails to this address. */
  list(to?: string): readonly Mail[];
  find(id: string): Mail | null;
  send(draft: MailDraft): Mail;
  clear(): void;
}

function readMail(file: string): Mail[] {
  try {
    return [mailSchema.parse(JSON.parse(readFileSync(file, 'utf8')))];
  } catch {
    // Half written when the process was killed: the mail was never acknowledged.
    rmSync(file, { force: true });
    return [];
  }
}

/**
 * Opens the inbox in a folder, one file per mail, so that it survives a restart.
 *
 * @param folder is created when missing.
 */
export function openInbox(folder: string): Inbox {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const names = readdirSync(folder);
  for (const name of names.filter((candidate) => candidate.endsWith('.new'))) {
    rmSync(path.join(folder, name), { force: true });
  }
  let mails = names
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => readMail(path.join(folder, name)))
    .toSorted((a, b) => b.at.localeCompare(a.at));
  let lastAt = Date.parse(mails[0]?.at ?? '1970-01-01T00:00:00Z');

  const fileOf = (id: string) => path.join(folder, `${id}.json`);

  return {
    list: (to) => (to ? mails.filter((mail) => mail.to.toLowerCase() === to.toLowerCase()) : mails),
    find: (id) => mails.find((mail) => mail.id === id) ?? null,
    send(draft) {
      // Two mails of one millisecond keep their order after a restart.
      lastAt = Math.max(Date.now(), lastAt + 1);
      const { to, subject, text, html, attachments, headers } = draft;
      const mail: Mail = {
        id: randomUUID(),
        at: new Date(lastAt).toISOString(),
        to,
        subject,
        text,
        html,
        ...(attachments && { attachments }),
        ...(headers && { headers }),
      };
      const file = fileOf(mail.id);
      writeFileSync(`${file}.new`, JSON.stringify(mail), { mode: 0o600 });
      renameSync(`${file}.new`, file);
      mails = [mail, ...mails];
      for (const old of mails.slice(MOST)) rmSync(fileOf(old.id), { force: true });
      mails = mails.slice(0, MOST);
      return mail;
    },
    clear() {
      for (const mail of mails) rmSync(fileOf(mail.id), { force: true });
      mails = [];
    },
  };
}
