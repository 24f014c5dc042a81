import { FAILURE_KINDS } from '@nemus/contract';
import { condemnsRelease, nextStep } from './policy';

const DELAYS = [1, 2];

describe('the answer to a failure', () => {
  it.each([
    ['network', 'retry retry next-release'],
    ['http', 'retry retry next-release'],
    ['timeout', 'retry next-release next-release'],
    ['integrity', 'next-release next-release next-release'],
    ['contract', 'next-release next-release next-release'],
    ['disabled', 'stop stop stop'],
    ['missing', 'stop stop stop'],
    ['chunk', 'stop stop stop'],
    ['execution', 'next-release next-release next-release'],
    ['mount-timeout', 'next-release next-release next-release'],
    ['render', 'next-release next-release next-release'],
  ] as const)('%s: %s', (kind, steps) => {
    expect([0, 1, 2].map((retries) => nextStep(kind, retries, DELAYS)).join(' ')).toBe(steps);
  });

  it('replaces a failing canary by the stable release, whatever the failure', () => {
    for (const kind of FAILURE_KINDS) {
      const expected = kind === 'missing' || kind === 'disabled' ? 'stop' : 'next-release';
      expect(nextStep(kind, Number.POSITIVE_INFINITY, DELAYS, { isCanary: true })).toBe(expected);
    }
    const left = FAILURE_KINDS.filter((kind) => condemnsRelease(kind, { isCanary: true }));
    expect(left.toSorted()).toEqual(['chunk', 'contract', 'execution', 'integrity', 'mount-timeout', 'render']);
  });

  it('tries nothing again without configured waits', () => {
    for (const kind of FAILURE_KINDS) expect(nextStep(kind, 0, [])).not.toBe('retry');
  });

  it('leaves failing code of a slot to its host: the host may be the cause', () => {
    for (const kind of ['execution', 'mount-timeout', 'render'] as const) {
      expect(nextStep(kind, 0, DELAYS, { isSlot: true })).toBe('stop');
      expect(condemnsRelease(kind, { isSlot: true })).toBe(false);
    }
    expect(nextStep('integrity', 0, DELAYS, { isSlot: true })).toBe('next-release');
  });

  it('stays with failing code in development, where the next update repairs it', () => {
    const environment = jest.replaceProperty(process, 'env', { NODE_ENV: 'development' });
    expect([nextStep('render', 0, DELAYS), nextStep('integrity', 0, DELAYS)]).toEqual(['stop', 'next-release']);
    environment.restore();
  });

  it('never retries the bytes that were refused', () => {
    for (const kind of FAILURE_KINDS.filter((candidate) => condemnsRelease(candidate))) {
      expect(nextStep(kind, 0, [1, 1, 1, 1])).toBe('next-release');
    }
    expect(FAILURE_KINDS.filter((kind) => condemnsRelease(kind))).toEqual([
      'integrity',
      'contract',
      'execution',
      'mount-timeout',
      'render',
    ]);
  });
});
