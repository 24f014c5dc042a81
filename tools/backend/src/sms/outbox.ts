import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { countParts, smsSchema, type Sms, type SmsDraft } from './sms';

/** Older SMS make room for newer ones. */
const MOST = 200;

/** Every SMS of this machine's backend, newest first. No SMS leaves the machine. */
export interface Outbox {
  /** @param to only those to this number. */
  list(to?: string): readonly Sms[];
  /** Takes an SMS; null when it was taken before, under the same name. */
  send(draft: SmsDraft): Sms | null;
  clear(): void;
}

function read(file: string): readonly Sms[] {
  if (!existsSync(file)) return [];
  const parsed = z.array(smsSchema).safeParse(JSON.parse(readFileSync(file, 'utf8')));
  return parsed.success ? parsed.data : [];
}

/**
 * Opens the outbox in a folder, so that it survives a restart.
 *
 * @param folder is created when missing.
 */
export function openOutbox(folder: string): Outbox {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, 'sms.json');
  let all = read(file);

  function keep(now: readonly Sms[]): void {
    all = now.slice(0, MOST);
    writeFileSync(`${file}.new`, JSON.stringify(all), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }

  return {
    list: (to) => (to ? all.filter((sms) => sms.to === to) : all),
    send(draft) {
      if (draft.foreign_id && all.some((sms) => sms.foreign_id === draft.foreign_id)) return null;
      const sms = { ...draft, ...countParts(draft.text), id: randomUUID(), at: new Date().toISOString() };
      keep([sms, ...all]);
      return sms;
    },
    clear: () => keep([]),
  };
}
