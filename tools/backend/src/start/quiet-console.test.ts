import { withContext } from '../server/api/request-context';
import { quietConsole } from './quiet-console';

test('silent inside requests only, and given back with the last holder', async () => {
  const original = console.error;
  const printed = jest.fn();
  console.error = printed;
  const first = quietConsole();
  const second = quietConsole();
  await withContext({}, async () => console.error('inside'));
  console.error('outside');
  first();
  first();
  await withContext({}, async () => console.error('still inside'));
  second();
  await withContext({}, async () => console.error('given back'));
  console.error = original;
  expect(printed.mock.calls).toEqual([['outside'], ['given back']]);
});
