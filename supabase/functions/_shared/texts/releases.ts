import { z } from 'zod';
import { cases, says, tells, type Entry } from './entry.ts';
import { name } from './values.ts';

/** Every refusal of the store of releases, for teams at the command line: English, and none of it reaches a page. */
export const RELEASE_REFUSALS = {
  bad_time: says(400, 'An override ends in the future, within 8 hours.'),
  environment_missing: says(400, 'This change needs an environment.'),
  environment_unexpected: says(400, 'This change concerns no environment.'),
  foreign_entry: says(400, 'The entry names another area or team.'),
  foreign_release: says(400, 'The entry points to a release of another area.'),
  login_required: says(401, 'Please sign in.'),
  malformed_entry: cases(400, 'The entry has no routes.', {
    removal: 'Only an area that is taken out has no entry.',
    list: 'Up to 200 entries at once.',
  }),
  malformed_report: says(400, 'Up to 20 reports at once, each of an area and a version.'),
  malformed_stop_list: cases(400, 'This is not the next stop list of the environment.', {
    clock: 'The clock of the stop list signer is ahead.',
  }),
  more_than_a_switch: says(403, 'Switching changes nothing but the switch.'),
  not_allowed: cases(403, 'This account may not override this area.', {
    folder: 'Only an operator says what a folder holds.',
  }),
  own_environment: tells(
    409,
    'The registry of this environment lives here.',
    () => z.object({ environment: name }),
    ({ environment }) => `The registry of ${environment} lives here.`,
  ),
  path_taken: tells(
    409,
    'A path of the entry belongs to another area.',
    () => z.object({ remote: name }),
    ({ remote }) => `A path of the entry belongs to ${remote}.`,
  ),
  remote_missing: says(400, 'This change concerns one area.'),
  revision_conflict: says(409, 'The registry or the stop list was changed meanwhile.'),
  stopped_by_operator: says(403, 'An operator has stopped this area; only an operator starts it.'),
  unknown_environment: tells(
    404,
    'There is no such environment.',
    () => z.object({ environment: name }),
    ({ environment }) => `There is no environment ${environment}.`,
  ),
} as const satisfies Readonly<Record<string, Entry>>;

/** A code that the store of releases refuses with. */
export type ReleaseRefusalCode = keyof typeof RELEASE_REFUSALS;

/** Whether the store of releases refuses with this code. */
export const isReleaseRefusalCode = (code: string): code is ReleaseRefusalCode => Object.hasOwn(RELEASE_REFUSALS, code);

/** The sentence of a code, with values as they came over the network. */
export const readReleaseRefusal = (code: ReleaseRefusalCode, values?: unknown): string =>
  RELEASE_REFUSALS[code].read(values);
