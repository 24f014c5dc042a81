/** What a drill tells while it runs, and what it found. */
export class Story {
  readonly #write: (line: string) => void;
  #step = 0;
  #held = 0;
  #failed = 0;

  constructor(write: (line: string) => void) {
    this.#write = write;
  }

  /** A step of the incident. @param guide Where the guides say what is done now. */
  step(title: string, guide?: string): void {
    this.#step += 1;
    this.#write(`\n${this.#step}. ${title}${guide === undefined ? '' : `   [${guide}]`}`);
  }

  /** An action of a person, or what they read. */
  say(line: string): void {
    for (const each of line.trimEnd().split('\n')) this.#write(`   ${each}`);
  }

  /** A condition that must be true. @param found The actual state. */
  expect(what: string, holds: boolean, found = ''): void {
    if (holds) this.#held += 1;
    else this.#failed += 1;
    this.#write(`   ${holds ? '✓' : '✗'} ${what}`);
    if (!holds && found !== '') this.say(`  instead: ${found}`);
  }

  /** Says how it went. @returns Whether everything was as the guides say. */
  verdict(): boolean {
    const isWell = this.#failed === 0 && this.#held > 0;
    this.#write(
      isWell
        ? `\n✓ The drill went as the guides say: ${this.#held} expectations held.\n`
        : `\n✗ The drill did not go as the guides say: ${this.#failed} of ${this.#held + this.#failed} expectations did not hold.\n`,
    );
    return isWell;
  }
}
