import { generateKey, listKeys, OPERATOR, planRotation, readTrustedKeys, rotateKey, trustedKeyOf } from '../keys';
import { Refusal } from '../refusal';
import { SHELL } from '../shell/shell-release';
import type { ReleaseCommand } from './command';
import { days } from './options';
import type { Session } from './session';
import { table } from './terminal';

/** Commands on keys: generate, list, rotate. */
export function addKeyCommands(program: ReleaseCommand): void {
  const keys = program.command('keys').description("a team's keys");

  keys
    .command('generate')
    .argument('<remote>', `the area that the key speaks for; ${OPERATOR} for the operators' stop list`)
    .option('--folder <folder>', 'where the key file goes; keep it out of the repository', '.nemus/keys')
    .option('--route <path...>', 'paths that the area may claim (default: those of its remote.config.ts)')
    .description("make a key; prints the line for the shell's configuration")
    .does(async (session, remote: string, { folder, route }: { folder: string; route?: string[] }) => {
      // Before the key is made: a refusal leaves nothing behind.
      const routes = remote === OPERATOR || remote === SHELL ? [] : (route ?? (await session.declaredPaths(remote)));
      const { file, key } = await generateKey(session.resolve(folder), remote);
      if (remote === OPERATOR) {
        const pin = trustedKeyOf(key);
        session.answer({
          data: { file, keyId: key.keyId, operatorKey: pin },
          text:
            `Wrote ${file}. Keep it secret: it can stop every area.\n` +
            `Add this to stops.keys in the shell's config.json:\n${JSON.stringify(pin, null, 2)}`,
        });
        return;
      }
      const trustedKeys = { [remote]: { keys: [trustedKeyOf(key)], routes } };
      session.answer({
        data: { file, keyId: key.keyId, trustedKeys },
        text:
          `Wrote ${file}. Keep it secret and keep a copy in your team's vault.\n` +
          `Ask the platform team to add this to trustedKeys in the shell's config.json:\n${JSON.stringify(trustedKeys, null, 2)}`,
      });
    });

  keys
    .command('list')
    .option('--folder <folder>', 'where the key files are', '.nemus/keys')
    .description('keys in the folder and, with --trust, those that the shell pins')
    .does(async (session, { folder }: { folder: string }) => {
      const files = await listKeys(session.resolve(folder));
      const pinned = Object.entries((await session.trustedKeys()) ?? {}).flatMap(([remote, entry]) =>
        entry.keys.map((key) => ({ remote, ...key })),
      );
      const own = files.map(({ file, key: { remote, keyId, createdAt } }) => ({ remote, keyId, createdAt, file }));
      const rows = [
        ...own.map(({ remote, keyId, createdAt, file }) => [remote, keyId, `made ${createdAt}`, file]),
        ...pinned.map(({ remote, id, notBefore, notAfter }) => [
          remote,
          id,
          'pinned',
          `${notBefore === undefined ? '' : `from ${notBefore} `}${notAfter === undefined ? 'without end' : `until ${notAfter}`}`,
        ]),
      ];
      session.answer({ data: { own, pinned }, text: rows.length > 0 ? table(rows) : 'No keys.' });
    });

  keys
    .command('rotate')
    .argument('<remote>', 'the area whose key is replaced')
    .option('--folder <folder>', 'where the new key file goes', '.nemus/keys')
    .option('--key <id>', 'which of the pinned keys is replaced; needed where several people have one')
    .option('--overlap <days>', 'days within which both keys count', days, 14)
    .description('make a new key and, in the file of --trust, let the one that it replaces end after the overlap')
    .does(async (session, remote: string, options: RotateOptions) => {
      const file = await pinnedFile(session, remote);
      // Before the key is made: a refusal leaves nothing behind.
      const rotation = await planRotation(file, remote, { overlapDays: options.overlap, replaced: options.key });
      const made = await generateKey(session.resolve(options.folder), remote);
      await rotateKey(file, made.key, rotation);
      const { ends, replaced } = rotation;
      session.answer({
        data: { file: made.file, keyId: made.key.keyId, ends, replaced },
        text:
          `Wrote ${made.file}; ${file} pins it now.\n` +
          `${replaced ?? 'No earlier key'} ends ${ends}. Until then, sign the entry with the new key:\n` +
          `  npx --no-install @nemus/release renew ${remote} --key ${made.file}`,
      });
    });
}

interface RotateOptions {
  readonly folder: string;
  readonly overlap: number;
  readonly key?: string;
}

/** The file of `--trust`, which must pin the remote already: the first key is an operator's decision. */
async function pinnedFile(session: Session, remote: string): Promise<string> {
  const file = session.trustFile;
  if (file === undefined) {
    throw new Refusal(
      'untrusted',
      'Rotating needs the file that pins the keys.',
      "Add --trust with the shell's config.json.",
    );
  }
  if (Object.hasOwn(await readTrustedKeys(file), remote)) return file;
  throw new Refusal(
    'untrusted',
    `${file} pins no key for "${remote}".`,
    `Register the first key by hand: "npx --no-install @nemus/release keys generate ${remote}" prints the line.`,
  );
}
