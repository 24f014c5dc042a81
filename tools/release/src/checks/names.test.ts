import { USES_FILE, type ProvidesDocument, type UsesDocument } from '@nemus/registry';
import { packRelease } from '../pack';
import { SAMPLE_SHELL, temporaryFolder, writeSampleApp } from '../samples/sample-app';
import { checkRelease, type CheckContext } from './index';
import { namesCheck } from './names';

const PROVIDES: ProvidesDocument = {
  schema: 1,
  shell: 'aaaaaaaaaaaa',
  contract: '1.0.0',
  modules: {
    react: { version: '19.3.1', names: ['useState'] },
    '@nemus/ui': { version: '1.1.0', names: ['Button', 'Card'] },
  },
  slots: ['balance'],
  events: ['changed'],
  ports: ['session'],
};
const OLDER: ProvidesDocument = {
  ...PROVIDES,
  shell: 'bbbbbbbbbbbb',
  modules: { ...PROVIDES.modules, '@nemus/ui': { version: '1.1.0', names: ['Button'] } },
};
const NOTHING: UsesDocument = { schema: 1, modules: {}, slots: [], events: [], ports: [] };
const CARD: UsesDocument = { ...NOTHING, modules: { '@nemus/ui': { names: ['Card'], whole: false } } };
const NEW: UsesDocument = { ...NOTHING, modules: { '@nemus/ui': { names: ['Card', 'New'], whole: false } } };

/** What the gate says about a release that uses this; null for one of an older build. */
async function judge(uses: UsesDocument | string | null, changes: Partial<CheckContext> = {}, contract = '^1.0.0') {
  const { folder, remove } = await temporaryFolder();
  try {
    const text = typeof uses === 'string' ? uses : JSON.stringify(uses);
    const app = { declaration: { contract }, ...(uses === null ? {} : { files: { [USES_FILE]: text } }) };
    const files = await packRelease(await writeSampleApp(folder, app));
    const notes: string[] = [];
    const shell = { ...SAMPLE_SHELL, provides: PROVIDES };
    const context = { files, shell, registered: [], hint: (note: string) => notes.push(note), ...changes };
    const found = await checkRelease(context, [namesCheck]);
    return { findings: found.map(({ message }) => message), notes };
  } finally {
    await remove();
  }
}

const MISSING = 'It uses "New" of "@nemus/ui", which the shell does not provide.';

it('lets pass what the shell has', async () => {
  expect(await judge(CARD)).toEqual({ findings: [], notes: [] });
});

it('refuses what it does not have, by name', async () => {
  expect(await judge(NEW)).toEqual({ findings: [MISSING], notes: [] });
});

it('refuses an unreadable document', async () => {
  expect(await judge('{"schema": 1')).toMatchObject({ findings: ['uses.json cannot be read.'] });
});

it('lets a release of an older build pass, and says that its ranges count alone', async () => {
  expect(await judge(null)).toEqual({ findings: [], notes: [expect.stringContaining('older build')] });
});

it('compares nothing when the shell’s names are unknown', async () => {
  expect(await judge(NEW, { shell: SAMPLE_SHELL })).toEqual({ findings: [], notes: [] });
});

it('tells of slots and events that get lost, and refuses nothing for them', async () => {
  expect(await judge({ ...NOTHING, slots: ['later'], events: ['late'] })).toEqual({
    findings: [],
    notes: ['The shell does not know the slot "later".', 'The shell does not know the event "late".'],
  });
});

it('holds up no way back, and says what is missing there', async () => {
  expect(await judge(NEW, { isWayBack: true })).toEqual({ findings: [], notes: [MISSING] });
});

it('does not compare ports where an adapter stands between', async () => {
  const shell = {
    ...SAMPLE_SHELL,
    adapters: [{ contract: '1.9.0', until: '2999-01-01' }],
    provides: { ...PROVIDES, contract: '2.0.0' },
  };
  const old = { ...NOTHING, ports: ['session', 'oldPort'] };
  expect(await judge(old, { shell })).toEqual({ findings: [], notes: [] });
  expect(await judge({ ...old, ...NEW, ports: old.ports }, { shell })).toMatchObject({ findings: [MISSING] });
  expect(await judge(old, { shell }, '^2.0.0')).toMatchObject({ findings: [expect.stringContaining('"oldPort"')] });
});

describe('shells that users still have', () => {
  it('refuse a release as well, each by its name', async () => {
    expect(await judge(CARD, { inUse: [PROVIDES, OLDER] })).toMatchObject({
      findings: [
        'Shell bbbbbbbbbbbb, which users still have: It uses "Card" of "@nemus/ui", which the shell does not provide.',
      ],
    });
  });

  it('count although the names of the target shell are unknown', async () => {
    expect(await judge(CARD, { shell: SAMPLE_SHELL, inUse: [OLDER] })).toMatchObject({
      findings: [expect.stringContaining('bbbbbbbbbbbb')],
    });
  });

  it('are compared by contract and versions too', async () => {
    const before = { ...PROVIDES, shell: 'cccccccccccc', contract: '0.9.0' };
    expect(await judge(NOTHING, { inUse: [before] })).toMatchObject({
      findings: [expect.stringMatching(/^Shell cccccccccccc, which users still have: .*0\.9\.0/)],
    });
    const react = { ...PROVIDES, shell: 'dddddddddddd', modules: { react: { version: '18.0.0', names: null } } };
    expect(await judge(NOTHING, { inUse: [react] })).toMatchObject({
      findings: [expect.stringMatching(/^Shell dddddddddddd.*18\.0\.0/)],
    });
  });
});
