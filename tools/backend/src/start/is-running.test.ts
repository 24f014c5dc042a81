import { isRunning } from './is-running.mjs';

it.each([
  ['this process', process.pid, true],
  ['the first process, of any owner', 1, true],
  ['a number that no process has', 2 ** 22 + 1, false],
  ['the number in an empty file', Number(''), false],
  ['no number', Number('x'), false],
])('%s', (_, pid, runs) => expect(isRunning(pid)).toBe(runs));
