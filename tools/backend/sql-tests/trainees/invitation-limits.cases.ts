import { ask, refusal, signedIn, type TestDatabase } from '../database/database';
import { freshAddress } from '../scenes/accounts';
import { signUpInstitution } from '../scenes/institutions';
import { addTrainee, invite } from '../scenes/trainees';

const INVITE = `select nemus_invite_trainee('Nora', 'Beck', $1) ->> 'trainee_id' as id`;
const RESEND = 'select nemus_resend_invitation($1::text::uuid)';
const REVOKE = 'select nemus_revoke_invitation($1::text::uuid)';

/** How often an institution may write to others. */
export function invitationLimitCases(database: () => TestDatabase): void {
  async function setLimits(limits: Readonly<Record<string, number>>): Promise<void> {
    await database().query(
      `insert into private.nemus_settings (key, value) values ('invitation_limits', $1::text::jsonb)
       on conflict (key) do update set value = excluded.value`,
      [JSON.stringify(limits)],
    );
  }

  /** Makes earlier invitations older by this interval. */
  const letTimePass = (interval: string) =>
    database().query('update private.nemus_sent_invitations set created_at = created_at - $1::text::interval', [
      interval,
    ]);

  afterEach(() => database().query(`delete from private.nemus_settings where key = 'invitation_limits'`));

  it('of a minute: revoking, or a trainee that is gone, is no way around it', async () => {
    const id = await signUpInstitution(database());
    const email = freshAddress();
    const { trainee } = await invite(database(), id, email);
    await ask(database(), signedIn(id), REVOKE, [trainee]);
    expect(await refusal(database(), signedIn(id), RESEND, [trainee])).toMatchObject({ hint: 'invitation_too_soon' });
    await database().query('delete from nemus_trainees where id = $1::text::uuid', [trainee]);
    expect(await refusal(database(), signedIn(id), INVITE, [email])).toMatchObject({ hint: 'invitation_too_soon' });
    await letTimePass('2 minutes');
    expect(await ask(database(), signedIn(id), INVITE, [email])).toHaveLength(1);
  });

  it('of an address counts over all institutions, says when again, and outlives what was sent', async () => {
    await setLimits({ recipient: 2 });
    const email = freshAddress();
    for (const name of ['Nord', 'Süd']) {
      const id = await signUpInstitution(database(), name);
      const { trainee } = await invite(database(), id, email);
      await ask(database(), signedIn(id), REVOKE, [trainee]);
      await database().query('delete from nemus_trainees where id = $1::text::uuid', [trainee]);
    }
    const third = await signUpInstitution(database(), 'West');
    expect(await refusal(database(), signedIn(third), INVITE, [email.toUpperCase()])).toMatchObject({
      code: 'PT429',
      hint: 'invitation_limit_recipient',
      values: { count: 2, again_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
    });
    expect(await ask(database(), signedIn(third), INVITE, [freshAddress()])).toHaveLength(1);
    await letTimePass('25 hours');
    expect(await ask(database(), signedIn(third), INVITE, [email])).toHaveLength(1);
  });

  it('of an address is not used up by one institution alone', async () => {
    const [loud, other] = [await signUpInstitution(database(), 'Laut'), await signUpInstitution(database(), 'Leise')];
    const email = freshAddress();
    const { trainee } = await invite(database(), loud, email);
    for (const _time of [2, 3]) {
      await letTimePass('2 minutes');
      await ask(database(), signedIn(loud), RESEND, [trainee]);
    }
    await letTimePass('2 minutes');
    expect(await refusal(database(), signedIn(loud), RESEND, [trainee])).toMatchObject({
      hint: 'invitation_limit_recipient',
      values: { count: 3, again_at: expect.any(String) },
    });
    expect(await ask(database(), signedIn(other), INVITE, [email])).toHaveLength(1);
  });

  it('of an institution is its own, and a list says it of each line beyond it', async () => {
    await setLimits({ institution: 3 });
    const [id, other] = [await signUpInstitution(database()), await signUpInstitution(database())];
    const first = await addTrainee(database(), id);
    await ask(database(), signedIn(id), REVOKE, [first]);
    const people = [1, 2, 3].map((n) => ({ first_name: 'A', last_name: `B${n}`, email: freshAddress() }));
    const rows = await ask(
      database(),
      signedIn(id),
      `select r ->> 'code' as code from jsonb_array_elements(nemus_invite_trainees($1::text::jsonb)) as r`,
      [JSON.stringify(people)],
    );
    expect(rows).toEqual([{ code: null }, { code: null }, { code: 'invitation_limit_institution' }]);
    expect(await ask(database(), signedIn(id), 'select 1 from nemus_trainees')).toHaveLength(3);
    expect(await ask(database(), signedIn(other), INVITE, [freshAddress()])).toHaveLength(1);
  });

  it('of all together applies to every institution', async () => {
    await letTimePass('25 hours');
    await setLimits({ total: 2 });
    for (const name of ['Nord', 'Süd'])
      await invite(database(), await signUpInstitution(database(), name), freshAddress());
    const id = await signUpInstitution(database());
    expect(await refusal(database(), signedIn(id), INVITE, [freshAddress()])).toMatchObject({
      hint: 'invitation_limit_total',
      values: { count: 2, again_at: expect.any(String) },
    });
  });

  it('keeps no address, and nothing for longer than it counts', async () => {
    const id = await signUpInstitution(database());
    const email = freshAddress();
    await invite(database(), id, email);
    const ledger = async () =>
      database().query(
        'select to_jsonb(s)::text as row from private.nemus_sent_invitations s where institution_id = $1::text::uuid',
        [id],
      );
    expect(JSON.stringify(await ledger())).not.toContain(email.slice(0, 20));
    await letTimePass('3 days');
    await invite(database(), await signUpInstitution(database()), freshAddress());
    expect(await ledger()).toEqual([]);
  });
}
