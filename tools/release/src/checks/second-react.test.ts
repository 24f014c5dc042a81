import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { packRelease } from '../pack';
import { SAMPLE_SHELL, temporaryFolder, writeSampleApp } from '../samples/sample-app';
import { checkRelease } from './index';
import { secondReactCheck } from './second-react';

const MODULES = path.resolve(import.meta.dirname, '../../../../node_modules');

/** The check's findings for a release with this script. */
async function findings(script: string) {
  const { folder, remove } = await temporaryFolder();
  try {
    const files = await packRelease(await writeSampleApp(folder, { files: { 'expose-app.js': script } }));
    const found = await checkRelease({ files, shell: SAMPLE_SHELL, registered: [] }, [secondReactCheck]);
    return found.map(({ message }) => message);
  } finally {
    await remove();
  }
}

it.each(['react/cjs/react.production.js', 'react-dom/cjs/react-dom.production.js'])(
  'finds the library itself: %s',
  async (file) => {
    const script = await readFile(path.join(MODULES, file), 'utf8');
    expect(await findings(script)).toEqual(['expose-app.js has a React of its own; the shell provides one.']);
  },
);

it.each([
  'e.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE=n',
  't.__SECRET_INTERNALS_DO_NOT_USE_OR_YOU_WILL_BE_FIRED = x',
  'Object.assign(t,{__DOM_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE:n})',
])('finds it as bundlers leave it: %s', async (script) => expect(await findings(script)).toHaveLength(1));

it.each([
  'const internals = r(7).__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE;',
  'if (React.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE === undefined) throw 1;',
  'e.exports = r("react");',
])("lets pass what uses the shell's: %s", async (script) => expect(await findings(script)).toEqual([]));
