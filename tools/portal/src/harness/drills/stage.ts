import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import { trustedKeysSchema, type TrustedKeys } from '@nemus/registry';
import { KEYS_FOLDER, localOperator } from '@nemus/release';
import { main } from '@nemus/release/main';
import { z } from 'zod';
import { CHROMIUM_FLAGS, findChromium } from '../../../../../libs/testing/src/smoke/chromium.mjs';
import { addressesOf } from '../../serve/addresses';
import { startPortal, type RunningPortal } from '../../serve/portal';
import { storeFolder } from '../../serve/releases';
import { ROOT } from '../../serve/settings';
import { temporaryFolder } from '../../serve/temporary-folder';
import { temporarySettings } from '../temporary-settings';
import type { Story } from './story';
import { Visitor } from './visitor';

/** A person at a terminal: their name, and their environment variables beside the store's address. */
export interface Person {
  readonly name: string;
  readonly env: Readonly<Record<string, string>>;
}

/** What a command did. */
export interface Outcome {
  readonly code: number;
  readonly text: string;
}

const configSchema = z.looseObject({ trustedKeys: trustedKeysSchema });
type Config = z.infer<typeof configSchema>;

/**
 * A portal of its own in which an incident is played: on free ports, with data, store, keys and configuration in a
 * folder that is removed at the end. Nothing of the developer's portal is read or written.
 */
export class Stage {
  readonly story: Story;
  readonly portal: RunningPortal;
  readonly storeUrl: string;
  readonly #folder: string;
  readonly #address: string;
  readonly #pictures: string;
  readonly #browser: Browser;

  private constructor(made: {
    story: Story;
    portal: RunningPortal;
    storeUrl: string;
    folder: string;
    address: string;
    pictures: string;
    browser: Browser;
  }) {
    this.story = made.story;
    this.portal = made.portal;
    this.storeUrl = made.storeUrl;
    this.#folder = made.folder;
    this.#address = made.address;
    this.#pictures = made.pictures;
    this.#browser = made.browser;
  }

  /**
   * Starts a portal with these areas, plays, and cleans up.
   *
   * @param pictures Folder for what users see; it stays.
   */
  static async play(
    { areas, pictures, story }: { areas: readonly string[]; pictures: string; story: Story },
    play: (stage: Stage) => Promise<void>,
  ): Promise<void> {
    const folder = await temporaryFolder('drill');
    const closing: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
    try {
      const dataDir = path.join(folder, 'data');
      const settings = await temporarySettings(dataDir);
      const { portal: address, store: storeUrl } = addressesOf(settings);
      const file = configFile(folder);
      const portal = await startPortal(settings, {
        areas: areas.map((area) => path.join(ROOT, 'apps', area)),
        // The platform team's file, as it is deployed: what they change counts from the next page on.
        config: async (made) =>
          configSchema.parse(JSON.parse(await readFile(file, 'utf8').catch(() => JSON.stringify(made)))),
      });
      closing.push(() => portal.close());
      await mkdir(pictures, { recursive: true });
      await writeFile(file, await (await fetch(`${address}/config.json`)).text());
      const browser = await chromium.launch({ executablePath: findChromium() ?? undefined, args: CHROMIUM_FLAGS });
      closing.push(() => browser.close());
      story.say(`Portal ${address}, release store ${storeUrl}: for this drill alone. Pictures: ${pictures}`);
      await play(new Stage({ story, portal, storeUrl: `${storeUrl}/`, folder, address, pictures, browser }));
    } finally {
      for (const close of closing.toReversed()) await close();
    }
  }

  /** A user in a browser that was never here before. */
  visitor(as: 'piw' | 'institution', name?: string): Promise<Visitor> {
    const { story } = this;
    return Visitor.signIn(this.#browser, {
      as,
      story,
      portal: this.#address,
      pictures: this.#pictures,
      ...(name === undefined ? {} : { name }),
    });
  }

  /**
   * A person runs `nemus-release`, with the commands of the guides and the real program.
   *
   * @param expected `refused`: it must exit with 1, with this text in its reason.
   */
  async run(person: Person, args: readonly string[], expected: { refused?: RegExp } = {}): Promise<Outcome> {
    let text = '';
    const write = (more: string) => void (text += more);
    this.story.say(`${person.name}$ nemus-release ${args.map(shown(this.#folder)).join(' ')}`);
    const code = await main(args, {
      out: write,
      err: write,
      cwd: ROOT,
      env: {
        NEMUS_STORE: storeFolder(this.dataDir),
        NEMUS_ENVIRONMENT: 'local',
        NEMUS_WHO: person.name,
        ...person.env,
      },
    });
    for (const line of text
      .trim()
      .split('\n')
      .filter((each) => !/^\[\d+\/\d+\]/.test(each))
      .slice(0, 8)) {
      this.story.say(`  ${line.replaceAll(this.#folder, '…')}`);
    }
    const { refused } = expected;
    const isAsExpected = refused ? code === 1 && refused.test(text) : code === 0;
    if (refused) this.story.expect('is refused', isAsExpected, text);
    // What a guide asks for has to work; that it does is no finding of its own.
    else if (!isAsExpected) this.story.expect(`${args[0]} works`, false, text);
    return { code, text };
  }

  /** Changes the portal's `config.json`, as the platform team deploys it. */
  async configure(what: string, change: (trustedKeys: TrustedKeys) => TrustedKeys): Promise<void> {
    this.story.say(`The platform team deploys config.json: ${what}`);
    const config: Config = configSchema.parse(JSON.parse(await readFile(this.config, 'utf8')));
    await writeFile(this.config, JSON.stringify({ ...config, trustedKeys: change(config.trustedKeys) }, null, 2));
  }

  /** The first key of an area, which the portal pins since its start. */
  async firstKey(area: string): Promise<string> {
    const folder = path.join(this.dataDir, KEYS_FOLDER);
    const name = (await readdir(folder)).find((each) => each.startsWith(`${area}.k-`));
    if (name === undefined) throw new Error(`There is no key of ${area}.`);
    return path.join(folder, name);
  }

  /** Who stops and starts areas, with the operators' key. */
  async operator(): Promise<Person> {
    const folder = path.join(this.dataDir, 'operator-keys');
    await localOperator(this.dataDir);
    const [name = ''] = (await readdir(folder)).filter((each) => each.endsWith('.json'));
    const key = await readFile(path.join(folder, name), 'utf8');
    return { name: 'operator', env: { NEMUS_TRUST: this.config, NEMUS_OPERATOR_KEY: key } };
  }

  /** A member of a team, who compares signatures as browsers do. */
  member(name: string): Person {
    return { name, env: { NEMUS_TRUST: this.config } };
  }

  /** The portal's `config.json`. */
  get config(): string {
    return configFile(this.#folder);
  }

  /** Folder for key files that are made in the drill. */
  get vault(): string {
    return path.join(this.#folder, 'vault');
  }

  /** Folder for releases that are made in the drill. */
  get builds(): string {
    return path.join(this.#folder, 'builds');
  }

  get dataDir(): string {
    return path.join(this.#folder, 'data');
  }
}

const configFile = (folder: string) => path.join(folder, 'config.json');

/** An argument as typed in a shell. */
const shown = (folder: string) => (text: string) => {
  const short = text.startsWith(folder) ? path.basename(text) : text;
  return /[\s"]/.test(short) ? `"${short}"` : short;
};
