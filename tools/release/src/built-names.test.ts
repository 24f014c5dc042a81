import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readBuiltNames } from './built-names';
import { PROVIDED } from './samples/provided-names';
import { temporaryFolder } from './samples/sample-app';

/** What {@link PROVIDED} is a build of. */
const FACTS = { contract: '1.2.0', shared: [{ name: 'react', version: '19.3.1' }] };

async function read(text: string | null) {
  const { folder, remove } = await temporaryFolder();
  const file = path.join(folder, 'provides.json');
  if (text !== null) await writeFile(file, text);
  const names = readBuiltNames(file, FACTS);
  await remove();
  return names;
}

it('takes what a build of this contract and these versions says', async () => {
  expect(await read(JSON.stringify(PROVIDED))).toEqual(PROVIDED);
});

it.each([
  ['no build', null],
  ['half a file', '{"schema": 1'],
  ['another contract', JSON.stringify({ ...PROVIDED, contract: '1.1.0' })],
  ['other versions', JSON.stringify({ ...PROVIDED, modules: { react: { version: '19.2.0', names: [] } } })],
  ['a module less', JSON.stringify({ ...PROVIDED, modules: {} })],
])('takes nothing of %s', async (_what, text) => expect(await read(text)).toBeNull());
