import { COMMANDS_FILE } from '@nemus/contract';
import { packRelease } from '../pack';
import { SAMPLE_SHELL, temporaryFolder, writeSampleApp } from '../samples/sample-app';
import { checkRelease } from './index';
import { commandsCheck } from './claims';

/** The gate's findings for a release with these palette entries. */
async function findings(text: string, exposes: readonly string[] = []) {
  const { folder, remove } = await temporaryFolder();
  try {
    const slotPreload = Object.fromEntries(exposes.map((expose) => [expose, ['remoteEntry.js']]));
    const app = await writeSampleApp(folder, { files: { [COMMANDS_FILE]: text }, input: { slotPreload } });
    const files = await packRelease(app);
    const found = await checkRelease({ files, shell: SAMPLE_SHELL, registered: [] }, [commandsCheck]);
    return found.map(({ message }) => message);
  } finally {
    await remove();
  }
}

const offer = (path: string) =>
  JSON.stringify({
    schema: 1,
    commands: [{ id: 'a', label: 'Eintrag', path }],
    searches: [{ id: 's', label: 'Suche', expose: './search' }],
  });

it('lets pass what leads into the area', async () => {
  expect(await findings(offer('/alpha/neu'), ['./search'])).toEqual([]);
});

it.each([
  ["another area's page", offer('/beta'), ['./search'], /leads piw and institution to \/beta/],
  ['an address that is none of the portal', offer('javascript:alert(1)'), ['./search'], /cannot be read/],
  ['a search without its module', offer('/alpha'), [], /"\.\/search", which the release does not have/],
  ['half a document', '{"schema": 1', [], /cannot be read/],
])('refuses %s', async (_what, text, exposes, message) => {
  expect(await findings(text, exposes)).toEqual([expect.stringMatching(message)]);
});
