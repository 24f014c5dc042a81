import {
  createCourseCheckout,
  createDataClient,
  fetchCourses,
  fetchEnrolledCourseIds,
  type DataClient,
} from '@nemus/data';
import { z } from 'zod';
import { PASSWORD, post, register } from '../../../checkout/e2e/accounts';
import { sessionOf } from '../../../checkout/e2e/market';
import { control } from '../../../checkout/src/testing/harness';
import type { Stage } from './backend';

/** How often a buyer polls for the purchase, as the portal does, and for how long at most. */
const ASK_EVERY_MS = 1_000;
const PATIENCE_MS = 90_000;

const sessionSchema = z.object({ access_token: z.string(), refresh_token: z.string() });

/** The parts of a visit that are measured. */
export const STEPS = ['sign-in', 'refresh', 'catalogue', 'checkout', 'enrolment'] as const;
export type Step = (typeof STEPS)[number];

/** Measures one part; rejects as the part does. */
export type Measure = <T>(step: Step, work: () => Promise<T>) => Promise<T>;

/** A returning user with an account, each time for another course. */
export interface VirtualUser {
  /** Sign in, refresh, read the catalogue, buy the next course, wait for the place in it. */
  visit(measure: Measure): Promise<void>;
  /** Visits until every course is bought. */
  readonly left: () => number;
}

async function pay({ checkoutUrl }: Stage, page: { readonly url: string }): Promise<void> {
  const { status } = await control(checkoutUrl, 'POST', `/sessions/${sessionOf(page)}`, { action: 'pay' });
  if (status !== 200) throw new Error(`Paying was answered with ${status}.`);
}

async function untilEnrolled(client: DataClient, userId: string, courseId: string): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await fetchEnrolledCourseIds(client, userId)).has(courseId)) {
    if (performance.now() > deadline) throw new Error('The paid course did not arrive.');
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
  }
}

/** Creates an account, outside of the measurement. */
export async function createUser(stage: Stage): Promise<VirtualUser> {
  const { id, email } = await register({ backend: stage, functionsUrl: `${stage.apiUrl}/functions/v1` }, 'piw', {
    addressed: false,
  });
  let token = '';
  const client = createDataClient({
    url: stage.apiUrl,
    publishableKey: stage.publishableKey,
    accessToken: () => Promise.resolve(token),
  });
  let courses = Infinity;
  let bought = 0;
  return {
    left: () => courses - bought,
    async visit(measure) {
      const signedIn = await measure('sign-in', async () =>
        sessionSchema.parse(await post(stage, 'token?grant_type=password', { email, password: PASSWORD })),
      );
      const { refresh_token } = signedIn;
      const session = await measure('refresh', async () =>
        sessionSchema.parse(await post(stage, 'token?grant_type=refresh_token', { refresh_token })),
      );
      token = session.access_token;
      const catalogue = await measure('catalogue', () => fetchCourses(client));
      courses = catalogue.length;
      const course = catalogue[bought];
      if (!course) throw new Error('There is no course left to buy.');
      bought += 1;
      const page = await measure('checkout', () => createCourseCheckout(client, course.id));
      await measure('enrolment', async () => {
        await pay(stage, page);
        await untilEnrolled(client, id, course.id);
      });
    },
  };
}
