import type { LoaderEvent } from '@nemus/loader';
import { reportLoading } from './report-loading';

const BASE = {
  remote: 'trainee',
  team: 'a',
  version: '1.0.0-abc',
  source: 'stable',
  expose: './app',
  ms: 12.4,
} as const;
const OWNER = { remote: 'trainee', team: 'a', version: '1.0.0-abc' };

it.each<[string, LoaderEvent, object]>([
  [
    'a phase, with the waiting time',
    { ...BASE, name: 'phase', phase: 'ready' },
    { name: 'area-phase', data: { phase: 'ready', expose: './app', ms: 900, start: 'page' } },
  ],
  [
    'a failure, and how it is handled',
    { ...BASE, name: 'failure', kind: 'network', message: 'offline', supportId: 'AB-12', next: 'retry' },
    {
      name: 'area-failure',
      message: 'offline',
      data: { kind: 'network', expose: './app', ms: 12, supportId: 'AB-12', next: 'retry' },
    },
  ],
  [
    'unnoticed problems',
    { ...BASE, name: 'trouble', kind: 'timeout', message: 'unmount hangs' },
    { name: 'area-trouble', message: 'unmount hangs', data: { kind: 'timeout', expose: './app' } },
  ],
])('writes down %s under the release', (_what, event, entry) => {
  const report = jest.fn();
  reportLoading({ report }, event, { start: 'page', ms: 900 });
  expect(report.mock.calls).toEqual([[entry, OWNER]]);
});
