/**
 * Purchases from end to end, without a browser: the real functions in the real backend, the real SDK, the sandbox of
 * the provider. One backend serves all of it, since its start is the expensive part.
 */
import { functionNames } from '../../backend/src/server/functions/deno';
import { describeAccess } from './access.cases';
import { describeAddresses } from './addresses.cases';
import { describeCourses } from './courses.cases';
import { describeCredits } from './credits.cases';
import { describeDesk } from './desk.cases';
import { describeDisputes } from './disputes.cases';
import { describeEvents } from './events.cases';
import { describeHostile } from './hostile.cases';
import { describeMails } from './mails.cases';
import { openMarket, type Market } from './market';
import { describeSubscriptions } from './subscriptions.cases';

jest.setTimeout(60_000);

let market: Market;
beforeAll(async () => {
  market = await openMarket();
}, 180_000);
afterEach(() => market.control('DELETE', '/faults'));
afterAll(() => market.close());

describe('access', () => {
  describeAccess(() => market);
});
describe('addresses', () => {
  describeAddresses(() => market);
});
describe('courses', () => {
  describeCourses(() => market);
});
describe('credits', () => {
  describeCredits(() => market);
});
describe('events', () => {
  describeEvents(() => market);
});
describe('disputes', () => {
  describeDisputes(() => market);
});
describe('desk', () => {
  describeDesk(() => market);
});
describe('mails', () => {
  describeMails(() => market);
});
describe('subscriptions', () => {
  describeSubscriptions(() => market);
});
describe('hostile bodies', () => {
  describeHostile(() => market);
});

// What a hosted project runs them on.
describe('served by Deno', () => {
  beforeAll(() => market.moveToDeno(), 60_000);

  test.each(functionNames())('%s starts alone, with its own deno.json, and answers', async (name) => {
    const answer = await market.callAlone(name);
    expect([200, 400, 401, 404, 405]).toContain(answer.status);
    expect(await answer.text()).not.toBe('Unknown function.');
  });

  describe('access', () => {
    describeAccess(() => market);
  });
  describe('subscriptions', () => {
    describeSubscriptions(() => market);
  });
  // Signature, money and mails on another runtime; the notifications' code is the same, which `npm test` runs on Node.
  if (process.env['NEMUS_SOAK'] === '1') {
    describe('courses', () => {
      describeCourses(() => market);
    });
    describe('events', () => {
      describeEvents(() => market);
    });
    describe('mails', () => {
      describeMails(() => market);
    });
  }
});
