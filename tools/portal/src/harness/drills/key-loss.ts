import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { keyIdSchema, trustedKeySchema, type TrustedKeys } from '@nemus/registry';
import { z } from 'zod';
import { foreign, releaseOf } from './release-of';
import type { Person, Stage } from './stage';

export const AREAS = ['trainee', 'elearning', 'payments'];
const GUIDE = 'docs/release.md, "What each loss stops"';
const STOLEN = 'Hier spricht der Dieb';
const REASON = 'Der Betrieb prüft diesen Bereich.';

/** Two teams' keys are stolen, together with access to the store. One of the areas asks for two signatures. */
export async function playKeyLoss(stage: Stage): Promise<void> {
  const { story } = stage;
  const operator = await stage.operator();
  const [ada, ben, eva] = ['Ada', 'Ben', 'Eva'].map((name) => stage.member(name));
  if (!ada || !ben || !eva) throw new Error('The team is absent.');
  // Past the tool's own signature checks: with access to the store, the tool is not needed.
  const thief: Person = { name: 'thief', env: {} };
  const [evasKey, adasKey] = [await stage.firstKey('elearning'), await stage.firstKey('payments')];

  story.step('Two areas: "payments" asks for two signatures, "elearning" for one', 'docs/release.md, "Two people"');
  const bensKey = await makeKey(stage, ben, 'payments');
  const bensPin = await pinOfKey(bensKey);
  await stage.configure('payments gets the keys of Ada and Ben, and "threshold": 2', (keys) =>
    changePin(keys, 'payments', (pin) => ({ ...pin, keys: [...pin.keys, bensPin], threshold: 2 })),
  );
  await signTwice(stage, ['renew', 'payments', '--why', 'two signatures'], [ada, adasKey], [ben, bensKey]);
  const trainee = await stage.visitor('piw');
  const buyer = await stage.visitor('institution');
  await trainee.visits('/e-learning', { page: 'E-Learning', seesNot: STOLEN });
  await buyer.visits('/subscription', { page: 'Abonnement', seesNot: STOLEN });

  story.step("A thief has Eva's and Ada's key, and writes to the store");
  const stolen: Record<string, string> = {};
  for (const [area, key] of [['elearning', evasKey] as const, ['payments', adasKey] as const]) {
    const made = await releaseOf(area, stage.builds, { mark: '7e1ef7e1ef00', edit: foreign(area, STOLEN) });
    stolen[area] = made.version;
    await stage.run(thief, ['pack', made.folder, '--key', key]);
    await stage.run(thief, ['publish', made.folder]);
  }
  await stage.run(
    { ...thief, env: ada.env },
    ['promote', 'payments', stolen['payments'] ?? '', '--why', 'x', '--key', adasKey],
    { refused: /second|two/i },
  );
  for (const [area, key] of [['elearning', evasKey] as const, ['payments', adasKey] as const]) {
    await stage.run(thief, ['promote', area, stolen[area] ?? '', '--why', 'x', '--key', key]);
  }
  story.say('One signature: the thief’s code reaches all users who open the area, and acts as them.');
  await trainee.visits('/e-learning', { page: STOLEN });
  story.say('Two signatures: browsers keep the entry that they accepted; new ones leave the area out and say so.');
  await buyer.visits('/subscription', { page: 'Abonnement', seesNot: STOLEN });
  const newcomer = await stage.visitor('institution', 'a new browser');
  await newcomer.visits('/dashboard', {
    sees: 'Ein Bereich fehlt gerade, weil seine Freigabe nicht geprüft werden konnte.',
    seesNot: STOLEN,
  });

  story.step('An operator stops the area', 'docs/operator.md, "An incident, step by step", 4');
  await stage.run(operator, ['stop', 'elearning', '--reason', REASON, '--why', 'incident 12: key stolen']);
  await trainee.visits('/e-learning', { sees: REASON, seesNot: STOLEN });
  await stage.run(thief, ['enable', 'elearning'], { refused: /operator/i });
  await stage.run(thief, ['rollback', 'elearning', '--why', 'x', '--key', evasKey]);
  await trainee.visits('/e-learning', { sees: REASON, seesNot: STOLEN });

  story.step('The stolen keys end, new ones count', GUIDE);
  const evasNewKey = await makeKey(stage, eva, 'elearning');
  const evasPin = await pinOfKey(evasNewKey);
  await stage.configure("Eva's stolen key is out, her new one is in", (keys) =>
    changePin(keys, 'elearning', (pin) => ({ ...pin, keys: [evasPin] })),
  );
  const rotate = ['keys', 'rotate', 'payments', '--folder', stage.vault];
  await stage.run(ada, rotate, { refused: /which: --key/ });
  const stolenId = idOf(adasKey);
  await stage.run(ada, [...rotate, '--key', stolenId]);
  const adasNewKey = await newestKey(stage, 'payments', [bensKey]);
  await stage.configure('the stolen key does not get its overlap, its line is out', (keys) =>
    changePin(keys, 'payments', (pin) => ({ ...pin, keys: pin.keys.filter(({ id }) => id !== stolenId) })),
  );

  story.step('The teams release what they trust, with the new keys', GUIDE);
  const mended = await releaseOf('elearning', stage.builds, { mark: 'a11500d00001' });
  await stage.run(eva, ['pack', mended.folder, '--key', evasNewKey]);
  await stage.run(eva, ['publish', mended.folder]);
  await stage.run(eva, ['promote', 'elearning', mended.version, '--why', 'new key', '--key', evasNewKey]);
  const trusted = await releaseOf('payments', stage.builds, { mark: 'a11500d00002' });
  await stage.run(ada, ['pack', trusted.folder, '--key', adasNewKey]);
  await stage.run(ada, ['publish', trusted.folder]);
  await signTwice(
    stage,
    ['promote', 'payments', trusted.version, '--why', 'new key'],
    [ada, adasNewKey],
    [ben, bensKey],
  );
  await trainee.visits('/e-learning', { sees: REASON, seesNot: STOLEN });
  await buyer.visits('/subscription', { page: 'Abonnement', seesNot: STOLEN });

  story.step('The operator starts the area again', 'docs/operator.md, "An incident, step by step", 6');
  await stage.run(operator, ['start', 'elearning', '--why', 'incident 12 resolved']);
  await stage.run(operator, ['stops']);
  await trainee.visits('/e-learning', { page: 'E-Learning', seesNot: STOLEN });

  story.step('The thief tries again with the old key');
  await stage.run(thief, ['promote', 'elearning', stolen['elearning'] ?? '', '--why', 'x', '--key', evasKey]);
  await trainee.visits('/e-learning', { page: 'E-Learning', seesNot: STOLEN });
}

type Pin = TrustedKeys[string];

function changePin(keys: TrustedKeys, area: string, change: (pin: Pin) => Pin): TrustedKeys {
  const pin = keys[area];
  if (!pin) throw new Error(`The configuration has no line for ${area}.`);
  return { ...keys, [area]: change(pin) };
}

/** Id of a key file, from its name. */
const idOf = (file: string) => keyIdSchema.parse(path.basename(file, '.json').split('.').at(-1));

async function makeKey(stage: Stage, person: Person, area: string): Promise<string> {
  const before = await filesOf(stage.vault, area);
  await stage.run(person, ['keys', 'generate', area, '--folder', stage.vault, '--route', '/x']);
  return newestKey(stage, area, before);
}

async function newestKey(stage: Stage, area: string, before: readonly string[]): Promise<string> {
  const made = (await filesOf(stage.vault, area)).find((file) => !before.includes(file));
  if (made === undefined) throw new Error(`No key of ${area} was made.`);
  return made;
}

const filesOf = async (folder: string, area: string) =>
  (await readdir(folder).catch(() => []))
    .filter((name) => name.startsWith(`${area}.`))
    .map((name) => path.join(folder, name));

const keyFileSchema = z.object({ keyId: keyIdSchema, publicKey: z.string() });

/** The line of a key for the configuration. */
async function pinOfKey(file: string) {
  const { keyId, publicKey } = keyFileSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  return trustedKeySchema.parse({ id: keyId, publicKey });
}

/** One proposes, another one reads and countersigns. */
async function signTwice(
  stage: Stage,
  command: readonly string[],
  [first, firstKey]: readonly [Person, string],
  [second, secondKey]: readonly [Person, string],
): Promise<void> {
  const area = command[1] ?? '';
  await stage.run(first, [...command, '--propose', '--key', firstKey]);
  const { text } = await stage.run(second, ['review', area]);
  const code = /countersign \S+ (\S+)/.exec(text)?.[1] ?? '';
  stage.story.expect('the second person reads what changes, and a code', code !== '', text);
  await stage.run(second, ['countersign', area, code, '--key', secondKey]);
}
