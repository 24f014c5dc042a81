import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readBuiltNames } from './built-names';
import { temporaryFolder } from './samples/sample-app';

const FACTS = { contract: '1.2.0', shared: [{ name: 'react', version: '19.3.1' }] };
const BUILT = {
  schema: 1,
  shell: 'aaaaaaaaaaaa',
  contract: '1.2.0',
  modules: { react: { version: '19.3.1', names: ['useState'] } },
  slots: [],
  events: [],
  ports: [],
};

async function read(text: string | null) {
  const { folder, remove } = await temporaryFolder();
  const file = path.join(folder, 'provides.json');
  if (text !== null) await writeFile(file, text);
  const names = readBuiltNames(file, FACTS);
  await remove();
  return names;
}

it('takes what a build of this contract and these versions says', async () => {
  expect(await read(JSON.stringify(BUILT))).toEqual(BUILT);
});

it.each([
  ['no build', null],
  ['half a file', '{"schema": 1'],
  ['another contract', JSON.stringify({ ...BUILT, contract: '1.1.0' })],
  ['other versions', JSON.stringify({ ...BUILT, modules: { react: { version: '19.2.0', names: [] } } })],
  ['a module less', JSON.stringify({ ...BUILT, modules: {} })],
])('takes nothing of %s', async (_what, text) => expect(await read(text)).toBeNull());
