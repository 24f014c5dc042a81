import { randomUUID } from 'node:crypto';
import {
  createCourseCheckout,
  createDataClient,
  fetchCourses,
  fetchEnrolledCourseIds,
  type DataClient,
} from '@nemus/data';
import { z } from 'zod';
import type { Stage } from './backend';

const PASSWORD = 'ein-langes-passwort';
/** How often a buyer asks whether the purchase has arrived, as the portal does, and how long at most. */
const ASK_EVERY_MS = 1_000;
const PATIENCE_MS = 90_000;

const signedUpSchema = z.object({ id: z.uuid() });
const sessionSchema = z.object({ access_token: z.string(), refresh_token: z.string() });
const mailsSchema = z.array(z.object({ html: z.string() }));

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

async function ask(stage: Stage, path: string, body: object): Promise<unknown> {
  const answer = await fetch(`${stage.apiUrl}/auth/v1/${path}`, {
    method: 'POST',
    headers: { apikey: stage.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

async function register(stage: Stage): Promise<{ id: string; email: string }> {
  const email = `last-${randomUUID()}@nemus.example`;
  const data = { user_type: 'piw', first_name: 'Ada', last_name: 'Muster' };
  const { id } = signedUpSchema.parse(await ask(stage, 'signup', { email, password: PASSWORD, data }));
  const mails = await fetch(`${stage.mailUrl}/api/messages?to=${encodeURIComponent(email)}`);
  const [newest] = mailsSchema.parse(await mails.json());
  const hash = /[?&]token_hash=(\w+)/.exec(newest?.html ?? '')?.[1];
  if (!hash) throw new Error(`No mail with a link came to ${email}.`);
  await ask(stage, 'verify', { type: 'signup', token_hash: hash });
  return { id, email };
}

async function pay({ checkoutUrl }: Stage, page: string): Promise<void> {
  const session = /\/c\/pay\/(\w+)$/.exec(page)?.[1];
  if (!session) throw new Error(`${page} is no page of a checkout.`);
  const answer = await fetch(`${checkoutUrl}/_sandbox/sessions/${session}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ action: 'pay' }),
  });
  if (!answer.ok) throw new Error(`Paying was answered with ${answer.status}.`);
}

async function untilEnrolled(client: DataClient, userId: string, courseId: string): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await fetchEnrolledCourseIds(client, userId)).has(courseId)) {
    if (performance.now() > deadline) throw new Error('The paid course did not arrive.');
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
  }
}

/** Makes an account, outside of what is measured. */
export async function createUser(stage: Stage): Promise<VirtualUser> {
  const { id, email } = await register(stage);
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
        sessionSchema.parse(await ask(stage, 'token?grant_type=password', { email, password: PASSWORD })),
      );
      const { refresh_token } = signedIn;
      const session = await measure('refresh', async () =>
        sessionSchema.parse(await ask(stage, 'token?grant_type=refresh_token', { refresh_token })),
      );
      token = session.access_token;
      const catalogue = await measure('catalogue', () => fetchCourses(client));
      courses = catalogue.length;
      const course = catalogue[bought];
      if (!course) throw new Error('There is no course left to buy.');
      bought += 1;
      const { url } = await measure('checkout', () => createCourseCheckout(client, course.id));
      await measure('enrolment', async () => {
        await pay(stage, url);
        await untilEnrolled(client, id, course.id);
      });
    },
  };
}
