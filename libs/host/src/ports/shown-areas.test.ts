import type { LoaderEvent } from '@nemus/loader';
import { ShownAreas } from './shown-areas';

let now = 0;
let shown: ShownAreas;

function phase(at: number, remote: string, name: Extract<LoaderEvent, { name: 'phase' }>['phase'], expose = './app') {
  now = at;
  shown.note({
    name: 'phase',
    phase: name,
    remote,
    team: `${remote}-team`,
    version: '1',
    source: 'stable',
    expose,
    ms: 0,
  });
}

beforeEach(() => {
  shown = new ShownAreas(() => now);
});

it('names the area whose page is on the screen', () => {
  expect(shown.ownerIn(0, 10)).toBeNull();
  phase(100, 'trainee', 'mounting');
  phase(110, 'trainee', 'ready');
  expect(shown.ownerIn(0, 90)).toBeNull();
  expect(shown.ownerIn(50, 150)).toEqual({ remote: 'trainee', version: '1', team: 'trainee-team' });
  expect(shown.ownerIn(150, 150)).toMatchObject({ remote: 'trainee' });
});

it('names the one that had most of the time when two were there', () => {
  phase(0, 'trainee', 'mounting');
  phase(100, 'trainee', 'closed');
  phase(110, 'payments', 'mounting');
  expect(shown.ownerIn(90, 3_000)).toMatchObject({ remote: 'payments' });
  expect(shown.ownerIn(10, 120)).toMatchObject({ remote: 'trainee' });
});

it.each(['closed', 'failed', 'resolving'] as const)('forgets a page that is %s', (end) => {
  phase(0, 'trainee', 'mounting');
  phase(100, 'trainee', end);
  expect(shown.ownerIn(200, 300)).toBeNull();
});

it('takes no piece of an area for its page', () => {
  phase(0, 'payments', 'mounting', './balance');
  expect(shown.ownerIn(0, 100)).toBeNull();
});
