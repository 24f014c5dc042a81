import { createSupportId, RemoteFailure } from './failure';

describe('support ids', () => {
  it('can be read aloud: two groups of four without look-alikes', () => {
    for (let round = 0; round < 200; round += 1) {
      expect(createSupportId()).toMatch(/^[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}$/);
    }
  });

  it('differ from failure to failure', () => {
    const origin = { remote: 'trainee', version: null, team: null };
    const ids = Array.from({ length: 100 }, () => new RemoteFailure('network', origin, 'no answer').supportId);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
