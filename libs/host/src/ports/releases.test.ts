import { sampleEntry, samplePointer, sampleRegistry } from '@nemus/registry/samples';
import { createStore } from 'zustand/vanilla';
import type { RegistryState } from '../registry/registry-state';
import { NO_STOPS } from '../testing/samples';
import { createReleasesPort } from './releases';

const DOCUMENT = sampleRegistry([sampleEntry('alpha')]);

function portOn(before: RegistryState['document'], after = before) {
  const store = createStore<RegistryState>(() => ({ status: 'ready', document: before, stale: false, refused: [] }));
  const read: string[] = [];
  const port = createReleasesPort({
    environment: 'local',
    registry: { store, refresh: () => Promise.resolve(store.setState({ document: after })) },
    stops: NO_STOPS,
    readFile: (remote, { version }, file) => {
      read.push(`${remote} ${version} ${file}`);
      return Promise.resolve('{}');
    },
  });
  return { port, read };
}

it('reads the registry again first', async () => {
  const { port } = portOn(null, DOCUMENT);
  expect(await port.read()).toEqual({ registry: DOCUMENT, stops: null });
});

it('reads files of releases that the registry names, and of no other', async () => {
  const { port, read } = portOn(DOCUMENT);
  const { version } = samplePointer('alpha');
  expect(await port.readFile('alpha', version, 'meeting.json')).toBe('{}');
  await expect(port.readFile('alpha', '9.9.9-00000000', 'meeting.json')).rejects.toThrow('names no release');
  await expect(port.readFile('beta', version, 'meeting.json')).rejects.toThrow('names no release');
  expect(read).toEqual([`alpha ${version} meeting.json`]);
});
