import { sampleEntry, sampleRegistry } from '@nemus/registry/samples';
import { otherAccountHint } from './other-account';

const route = (roles?: ['piw'] | ['institution']) => ({
  path: '/a',
  layout: 'shared' as const,
  title: 'A',
  ...(roles && { roles }),
});
const hint = (routes: ReturnType<typeof route>[], own: 'piw' | 'institution' | null = 'piw') =>
  otherAccountHint(sampleRegistry([sampleEntry('alpha', { routes })]), 'alpha', own);

it('says what to do about an area for the other account type', () => {
  expect(hint([route(['institution'])])).toMatch(
    /für Weiterbildungsstätten;.*npx --no-install @nemus\/release smoke alpha$/,
  );
  expect(hint([route(['piw'])], 'institution')).toMatch(/für PiW;/);
});

it.each([
  ['everybody', [route()]],
  ['both, each with a page', [route(['institution']), route(['piw'])]],
  ['no account type: slots only', []],
])('gives no hint about an area for %s', (_case, routes) => expect(hint(routes)).toBeNull());

it('gives no hint about unknown areas', () => {
  expect(hint([route(['institution'])], null)).toBeNull();
  expect(otherAccountHint(null, 'alpha', 'piw')).toBeNull();
  expect(otherAccountHint(sampleRegistry([]), 'alpha', 'piw')).toBeNull();
});
