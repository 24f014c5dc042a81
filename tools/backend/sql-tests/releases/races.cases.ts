import { signedIn, type TestDatabase } from '../database/database';
import { race, won, type Racer } from '../scenes/races';
import { accountOfCanary, CANARY, releaseScene, REPORT_RELEASE, reportsOf } from '../scenes/releases';

/** Concurrent reports of starts. */
export function releaseRaceCases(database: () => TestDatabase): void {
  it('stops a canary once when the reports that make the difference come together', async () => {
    for (let round = 0; round < 5; round += 1) {
      const environment = await releaseScene(database());
      const racers: Racer[] = [];
      for (let n = 0; n < 8; n += 1) {
        const user = await accountOfCanary(database(), 'inside');
        const reports = reportsOf(CANARY, 'failed');
        racers.push({ caller: signedIn(user), statement: REPORT_RELEASE, parameters: [environment, reports] });
      }
      expect(won(await race(database(), racers))).toHaveLength(8);
      const changes = 'select action from nemus_release_changes where environment = $1';
      expect(await database().query(changes, [environment])).toEqual([{ action: 'canary-halt' }]);
    }
  });

  it('counts what the tabs of one account report together', async () => {
    const environment = await releaseScene(database());
    const user = await accountOfCanary(database(), 'inside');
    const report = {
      caller: signedIn(user),
      statement: REPORT_RELEASE,
      parameters: [environment, reportsOf(CANARY, 'ready')],
    };
    const finishes = await race(
      database(),
      Array.from({ length: 10 }, () => report),
    );
    expect(won(finishes)).toHaveLength(10);
    const rows = 'select starts from nemus_release_health where environment = $1';
    expect(await database().query(rows, [environment])).toEqual([{ starts: 10 }]);
  });
}
