import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { ANONYMOUS, ask, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { giveCredits, signUpInstitution } from '../scenes/institutions';
import { SAMPLE_REQUIREMENTS } from '../scenes/requirements';
import { setSampleData } from '../scenes/samples';

const answerSchema = z.object({
  closed: z.boolean(),
  steps: z.array(z.object({ step: z.string(), done: z.boolean() })),
});

export function firstStepCases(database: () => TestDatabase): void {
  /** What an account is told, and which of its steps are done. */
  const told = async (user: string) => {
    const [row] = await ask(database(), signedIn(user), 'select nemus_first_steps() as answer');
    const { closed, steps } = answerSchema.parse(row?.answer);
    const done = steps.filter((step) => step.done).map(({ step }) => step);
    return { closed, steps: steps.map(({ step }) => step), done };
  };

  it('are those of a trainee, and nothing of the sample set is one', async () => {
    await setSampleData(database(), true);
    const user = await signUp(database());
    await setSampleData(database(), false);
    expect(await told(user)).toEqual({
      closed: false,
      steps: ['training', 'requirements', 'entry', 'date', 'factor'],
      done: [],
    });
  });

  it('are done when it happened', async () => {
    const user = await signUp(database());
    await ask(database(), signedIn(user), 'select nemus_choose_requirements($1::text::uuid)', [SAMPLE_REQUIREMENTS]);
    await ask(
      database(),
      signedIn(user),
      `update nemus_training_info set field = 'Erwachsene', started_on = '2026-01-01' where user_id = $1::text::uuid`,
      [user],
    );
    await database().query(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret)
       values (gen_random_uuid(), $1::text::uuid, 'Probe', 'totp', 'verified', 'x')`,
      [user],
    );
    const [row] = await database().query('select private.nemus_trainee_first_steps($1::text::uuid) as answer', [user]);
    const steps = answerSchema.shape.steps.parse(row?.answer);
    expect(steps.filter(({ done }) => done).map(({ step }) => step)).toEqual(['training', 'requirements', 'factor']);
  });

  it('are those of an institution, by its existing data', async () => {
    const institution = await signUpInstitution(database());
    const steps = ['approval', 'trainee', 'credits', 'confirmers', 'billing', 'factor'];
    expect(await told(institution)).toEqual({ closed: false, steps, done: ['approval', 'billing'] });
    await giveCredits(database(), institution, 100);
    await database().query(
      `insert into nemus_confirmers (institution_id, name, email) values ($1::text::uuid, 'Ada Lehr', 'a@x.example')`,
      [institution],
    );
    expect((await told(institution)).done).toEqual(['approval', 'credits', 'confirmers', 'billing']);
  });

  it("leave out what a member's roles do not let it do", async () => {
    const institution = await signUpInstitution(database());
    const member = await signUpInstitution(database());
    await database().query(
      `insert into nemus_members (institution_id, user_id, roles, chosen_at)
       values ($1::text::uuid, $2::text::uuid, array['booking'], now() + interval '1 minute')`,
      [institution, member],
    );
    expect((await told(member)).steps).toEqual(['approval', 'trainee', 'factor']);
  });

  it('are put away and opened again by the account alone', async () => {
    const [user, other] = [await signUp(database()), await signUp(database())];
    const close = 'insert into nemus_closed_first_steps (user_id) values ($1::text::uuid)';
    await expect(ask(database(), signedIn(other), close, [user])).rejects.toThrow(/row-level security/);
    await ask(database(), signedIn(user), close, [user]);
    expect((await told(user)).closed).toBe(true);
    const open = 'delete from nemus_closed_first_steps where user_id = $1::text::uuid';
    await ask(database(), signedIn(other), open, [user]);
    expect((await told(user)).closed).toBe(true);
    await ask(database(), signedIn(user), open, [user]);
    expect((await told(user)).closed).toBe(false);
  });

  it('do not exist without an account', async () => {
    await expect(ask(database(), ANONYMOUS, 'select nemus_first_steps()')).rejects.toThrow();
    const [row] = await ask(database(), signedIn(randomUUID()), 'select nemus_first_steps() as answer');
    expect(row?.answer).toBeNull();
  });
}
