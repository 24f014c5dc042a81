import { invite, mintToken, signUp, signUpInstitution } from '../accounts';
import { ANONYMOUS, ask, refusal, SERVICE, signedIn, type TestDatabase } from '../database/database';
import { one, text } from './values';

const INVITE = `select nemus_invite_trainee('Nora', 'Beck', $1) as invitation`;
const ACCEPT = 'select nemus_accept_invitation($1) as accepted';
const LINKED = 'select linked_at is not null as linked, status from nemus_trainees';

export function invitationTests(database: () => TestDatabase): void {
  it('shows the invitation to whoever has its token, and to nobody else', async () => {
    const institution = await signUpInstitution(database(), 'Ambulanz Nord');
    const { token } = await invite(database(), institution, 'nora@x.example');
    const look = `select nemus_invitation($1) as shown`;
    expect(one(await ask(database(), ANONYMOUS, look, [token])).shown).toMatchObject({
      institution_name: 'Ambulanz Nord',
      first_name: 'Nora',
      email: 'nora@x.example',
    });
    for (const wrong of ['', 'x', token.slice(1)]) {
      expect(one(await ask(database(), ANONYMOUS, look, [wrong])).shown).toBeNull();
    }
    const stored = await database().query(
      'select token_hash from private.nemus_invitation_tokens where token_hash = $1',
      [token],
    );
    expect(stored).toEqual([]);
  });

  it('links the account that accepts, once', async () => {
    const institution = await signUpInstitution(database());
    const { token } = await invite(database(), institution, 'nora@x.example');
    const [piw, late] = [await signUp(database()), await signUp(database())];
    await ask(database(), signedIn(piw), ACCEPT, [token]);
    expect(await ask(database(), signedIn(institution), LINKED)).toEqual([{ linked: true, status: 'active' }]);
    expect(await refusal(database(), signedIn(late), ACCEPT, [token])).toMatchObject({ hint: 'invitation_invalid' });
    expect(await ask(database(), signedIn(institution), 'select nemus_institution_overview() as c')).toEqual([
      { c: { linked_trainees: 1, bookings_this_month: 0 } },
    ]);
  });

  it('shows its link to the mail alone, and makes none for an invitation that is over', async () => {
    const institution = await signUpInstitution(database());
    const { invitation } = one(await ask(database(), signedIn(institution), INVITE, ['nora@x.example']));
    expect(Object.keys(Object(invitation)).sort()).toEqual(['email', 'expires_at', 'invitation_id', 'trainee_id']);
    const many = one(
      await ask(database(), signedIn(institution), 'select nemus_invite_trainees($1::text::jsonb) as results', [
        JSON.stringify([{ first_name: 'A', last_name: 'B', email: 'a@x.example' }]),
      ]),
    );
    expect(JSON.stringify(many)).not.toContain('token');
    const id = String(Reflect.get(Object(invitation), 'invitation_id'));
    const letter = 'select nemus_invitation_letter($1::text::uuid) as letter';
    expect(await refusal(database(), signedIn(institution), letter, [id])).toMatchObject({ code: '42501' });
    expect(one(await ask(database(), SERVICE, letter, [id])).letter).toMatchObject({
      first_name: 'Nora',
      email: 'nora@x.example',
      token: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    await database().query('update nemus_invitations set revoked_at = now() where id = $1::text::uuid', [id]);
    expect(one(await ask(database(), SERVICE, letter, [id])).letter).toBeNull();
  });

  it('links whoever signs up with the token, when the address is confirmed', async () => {
    const institution = await signUpInstitution(database());
    const { token } = await invite(database(), institution, 'nora@x.example');
    const id = one(
      await database().query(
        `insert into auth.users (id, email, raw_user_meta_data)
         values (gen_random_uuid(), gen_random_uuid() || '@x.example', jsonb_build_object('invitation_token', $1::text))
         returning id::text`,
        [token],
      ),
    ).id;
    expect(await ask(database(), signedIn(institution), LINKED)).toMatchObject([{ linked: false }]);
    await database().query('update auth.users set email_confirmed_at = now() where id = $1::text::uuid', [id]);
    expect(await ask(database(), signedIn(institution), LINKED)).toMatchObject([{ linked: true }]);
  });

  it('lets a sign-up with a wrong token through, unlinked', async () => {
    const id = await signUp(database(), { metadata: { invitation_token: 'falsch' } });
    expect(await ask(database(), signedIn(id), 'select user_type from nemus_profiles')).toEqual([{ user_type: 'piw' }]);
  });

  it.each([
    ['revoked', 'update nemus_invitations set revoked_at = now()'],
    ['expired', `update nemus_invitations set expires_at = now() - interval '1 second'`],
  ])('refuses a %s invitation', async (_state, end) => {
    const institution = await signUpInstitution(database());
    const { token } = await invite(database(), institution, 'nora@x.example');
    await database().query(`${end} where institution_id = $1::text::uuid`, [institution]);
    const piw = await signUp(database());
    expect(await refusal(database(), signedIn(piw), ACCEPT, [token])).toMatchObject({ hint: 'invitation_invalid' });
  });

  it('renews an invitation after a minute, and the old link stops working', async () => {
    const institution = await signUpInstitution(database());
    const { token, trainee } = await invite(database(), institution, 'nora@x.example');
    const resend = `select nemus_resend_invitation($1::text::uuid) ->> 'invitation_id' as id`;
    expect(await refusal(database(), signedIn(institution), resend, [trainee])).toMatchObject({
      code: 'PT429',
      hint: 'invitation_too_soon',
    });
    await database().query(
      `update nemus_invitations set last_sent_at = now() - interval '2 minutes' where institution_id = $1::text::uuid`,
      [institution],
    );
    const invitation = text(await ask(database(), signedIn(institution), resend, [trainee]), 'id');
    const piw = await signUp(database());
    // From the new invitation on, before its mail is even made.
    expect(await refusal(database(), signedIn(piw), ACCEPT, [token])).toMatchObject({ hint: 'invitation_invalid' });
    const renewed = await mintToken(database(), invitation);
    expect(await refusal(database(), signedIn(piw), ACCEPT, [token])).toMatchObject({ hint: 'invitation_invalid' });
    await ask(database(), signedIn(piw), ACCEPT, [renewed]);
    expect(await refusal(database(), signedIn(institution), resend, [trainee])).toMatchObject({
      hint: 'trainee_linked',
    });
  });

  it('invites many, and a bad line stops no other', async () => {
    const institution = await signUpInstitution(database());
    const people = [
      { first_name: 'A', last_name: 'B', email: 'a@x.example' },
      { first_name: '', last_name: 'B', email: 'b@x.example' },
      { first_name: 'C', last_name: 'D', email: 'keine' },
      { first_name: 'A', last_name: 'B', email: 'A@x.example' },
      { last_name: 'B', email: 'e@x.example' },
    ];
    const rows = await ask(
      database(),
      signedIn(institution),
      `select (r ->> 'line')::int as line, r ->> 'code' as code from jsonb_array_elements(
         nemus_invite_trainees($1::text::jsonb)) as r`,
      [JSON.stringify(people)],
    );
    expect(rows).toEqual([
      { line: 1, code: null },
      { line: 2, code: 'invalid_person' },
      { line: 3, code: 'invalid_person' },
      { line: 4, code: 'trainee_exists' },
      { line: 5, code: 'invalid_person' },
    ]);
    expect(await ask(database(), signedIn(institution), 'select email from nemus_trainees')).toEqual([
      { email: 'a@x.example' },
    ]);
  });

  it('is for institutions to send and for trainees to accept', async () => {
    const [piw, institution] = [await signUp(database()), await signUpInstitution(database())];
    expect(await refusal(database(), signedIn(piw), INVITE, ['x@x.example'])).toMatchObject({
      hint: 'institution_required',
    });
    expect(await refusal(database(), signedIn(institution), ACCEPT, ['x'])).toMatchObject({ hint: 'piw_required' });
  });

  it('shares progress with the linked institution until the trainee leaves', async () => {
    const institution = await signUpInstitution(database());
    const { token, trainee } = await invite(database(), institution, 'nora@x.example');
    const piw = await signUp(database());
    const progress = 'select area from nemus_training_progress';
    expect(await ask(database(), signedIn(institution), progress)).toHaveLength(0);
    await ask(database(), signedIn(piw), ACCEPT, [token]);
    expect(await ask(database(), signedIn(institution), progress)).toHaveLength(3);
    await ask(database(), signedIn(piw), 'select nemus_leave_institution($1::text::uuid)', [trainee]);
    expect(await ask(database(), signedIn(institution), progress)).toHaveLength(0);
  });
}
