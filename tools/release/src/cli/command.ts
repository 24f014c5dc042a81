import { Command } from 'commander';
import { registryOf } from '../shell/shell-release';
import { Session } from './session';
import type { Terminal } from './terminal';

/** A command whose work gets the session that its options describe. */
export class ReleaseCommand extends Command {
  readonly #terminal: Terminal;

  constructor(terminal: Terminal, name?: string) {
    super(name);
    this.#terminal = terminal;
  }

  override createCommand(name?: string): ReleaseCommand {
    return new ReleaseCommand(this.#terminal, name);
  }

  /** What the command does with its arguments, and after them its options. */
  does<Given extends readonly unknown[]>(work: (session: Session, ...given: Given) => Promise<void>): this {
    return this.action((...given: Given) => {
      const options = this.optsWithGlobals<{ environment: string }>();
      const environment = registryOf(this.args[0] ?? '', options.environment);
      return work(new Session({ ...options, environment }, this.#terminal), ...given);
    });
  }
}
