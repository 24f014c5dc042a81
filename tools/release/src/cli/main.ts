import { CommanderError, InvalidArgumentError } from 'commander';
import { Refusal } from '../refusal';
import { buildProgram } from './program';
import { processTerminal, type Terminal } from './terminal';

/** What the process answers with. */
const EXIT = { done: 0, refused: 1, usage: 2 } as const;

/** Runs one command line. @returns The exit code: 0 done, 1 refused, 2 not understood. */
export async function main(args: readonly string[], terminal: Terminal = processTerminal()): Promise<number> {
  const isJson = args.includes('--json');
  try {
    await buildProgram(terminal).parseAsync(args, { from: 'user' });
    return EXIT.done;
  } catch (error) {
    // Commander writes its own errors; this one is about options that it takes as plain text.
    if (error instanceof InvalidArgumentError) terminal.err(`error: ${error.message}\n`);
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    if (!(error instanceof Refusal)) throw error;
    if (isJson) {
      const { code, summary, details, remedy } = error;
      terminal.out(`${JSON.stringify({ ok: false, code, summary, details, remedy }, null, 2)}\n`);
    } else {
      terminal.err(`Refused: ${error.message}\n`);
    }
    return EXIT.refused;
  }
}
