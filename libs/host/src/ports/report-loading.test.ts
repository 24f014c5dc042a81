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

function thrown(): Error {
  const message = 'https://portal.example/releases/kim-lang.js:1:1 is missing';
  const lines = [
    'releases/trainee/by-content/page.1f.js:1:20',
    'other/x.js:1:2',
    'assets/main.2e.js?retry=1:1:40',
    'assets/main.2e.js:1:40',
  ];
  const stack = [`TypeError: ${message}`, ...lines.map((line) => `    at f (https://portal.example/${line})`)].join(
    '\n',
  );
  return Object.assign(new TypeError(message), { stack });
}

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
    'a failure with the type and the places of what was thrown, and not its message',
    { ...BASE, name: 'failure', kind: 'render', message: 'x', supportId: 'AB-12', next: 'stop', error: thrown() },
    {
      name: 'area-failure',
      message: 'x',
      data: {
        kind: 'render',
        expose: './app',
        ms: 12,
        supportId: 'AB-12',
        next: 'stop',
        type: 'TypeError',
        stack: 'page.1f.js:1:20 main.2e.js:1:40 main.2e.js:1:40',
      },
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
