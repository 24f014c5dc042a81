import { stepsOf } from './guide';
import { GUIDES, NOT_HERE } from './plan';

/** Plays steps and commands of the guides. */
export interface Recorder {
  /** Plays a step, and prints how long it took. */
  step(name: string, work: () => Promise<unknown>): Promise<void>;
  /** Marks a step or command as played, and refuses one that is in no guide. @returns its text */
  of(text: string): string;
}

const seconds = (since: number) => `${((Date.now() - since) / 1000).toFixed(1)} s`;
const expected = new Set(GUIDES.flatMap(stepsOf));
const left = new Set(Object.values(NOT_HERE).flat());
const played = new Set<string>();

export const say = (line: string): void => void process.stdout.write(`${line}\n`);

export const recorder: Recorder = {
  async step(name, work) {
    const begun = Date.now();
    try {
      await work();
    } catch (error) {
      say(`  FAILED  ${name} (${seconds(begun)})`);
      throw error;
    }
    say(`  ok      ${name} (${seconds(begun)})`);
  },
  of(text) {
    if (!expected.has(text)) throw new Error(`The rehearsal has, and no guide does: ${text}`);
    played.add(text);
    return text;
  },
};

/** Plays a chapter, and prints how long it took. */
export async function chapter(name: string, play: () => Promise<void>): Promise<void> {
  const begun = Date.now();
  say(`\n${name}`);
  await play();
  say(`  ${name}: ${seconds(begun)}`);
}

/** Refuses steps of the guides that were neither played nor left out for a reason, and reasons that are outdated. */
export function requireComplete(): void {
  const missing = [...expected].filter((text) => !played.has(text) && !left.has(text));
  const outdated = [...left].filter((text) => !expected.has(text) || played.has(text));
  if (missing.length > 0)
    throw new Error(`The guides have, and the rehearsal has not played:\n  ${missing.join('\n  ')}`);
  if (outdated.length > 0) throw new Error(`Left out, but in no guide, or played:\n  ${outdated.join('\n  ')}`);
}
