import { InvalidArgumentError } from 'commander';
import type { ReleaseCommand } from './command';

/** What users read about a closed area. */
export interface NoticeOptions {
  readonly reason: string;
  readonly by?: string;
  readonly until?: string;
}

/** Options of commands that close an area. */
export function withNotice(command: ReleaseCommand): ReleaseCommand {
  return command
    .requiredOption('--reason <text>', 'German sentence that users read instead of the area')
    .option('--until <time>', 'until when, such as 2026-11-22 or "2026-11-22 18:00": added to the sentence')
    .option('--by <name>', 'who users read it is from, such as "Team Termine" (default: the team or the operators)');
}

/** Options of commands that sign. */
export function withKey(command: ReleaseCommand): ReleaseCommand {
  return command.option('--key <file>', "the team's key file; its text in NEMUS_SIGNING_KEY works as well");
}

/** Options of commands that write a signed entry. */
export function withSignedEntry(command: ReleaseCommand): ReleaseCommand {
  return withKey(command)
    .option('--propose', 'leave it for a second person to countersign, where the area needs two signatures')
    .option('--valid-for <days>', 'days until registry and signature expire (default: 90)', days);
}

/** Options of commands that measure a release. */
export function withGate(command: ReleaseCommand): ReleaseCommand {
  return command
    .option('--shell <file>', 'facts of the shell that runs there (NEMUS_SHELL; default: the shell of this checkout)')
    .option('--store-url <url>', 'address of the store for browsers; every file is fetched from there and compared')
    .option('--force', 'overrule findings; needs --why');
}

/** Options of commands that open a release in the shell of a portal. */
export function withPortal(command: ReleaseCommand): ReleaseCommand {
  return command
    .option('--portal <address>', 'portal whose shell is taken, as its users have it (NEMUS_PORTAL)')
    .option('--shell-id <digest>', 'id that this shell must have, as an earlier smoke test has printed it');
}

/** Options of commands that give a release to users. */
export function withSmoke(command: ReleaseCommand): ReleaseCommand {
  return withPortal(command)
    .option('--smoke', 'open it alone in the real shell first (default, except for the environment "local")')
    .option('--no-smoke', 'leave that out; needs --why');
}

function parser(isRight: (number: number) => boolean, wanted: string): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (value.trim() === '' || !isRight(number)) throw new InvalidArgumentError(wanted);
    return number;
  };
}

const isPositive = (number: number) => number > 0;

/** Parses a percentage, 0 to 100. */
export const percent = parser((number) => number >= 0 && number <= 100, 'A number from 0 to 100.');
export const days = parser(isPositive, 'A positive number of days.');
export const seconds = parser(isPositive, 'A positive number of seconds.');
export const hours = parser(isPositive, 'A positive number of hours.');
/** Parses a whole number from 0. */
export const count = parser((number) => Number.isInteger(number) && number >= 0, 'A whole number from 0.');
