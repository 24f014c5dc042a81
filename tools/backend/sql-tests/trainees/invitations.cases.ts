import { ANONYMOUS, ask, refusal, SERVICE, signedIn, type TestDatabase } from '../database/database';
import { freshAddress, signUp } from '../scenes/accounts';
import { signUpInstitution } from '../scenes/institutions';
import { one, text } from '../scenes/rows';
import { ACCEPT_INVITATION, invite, mintToken, type SentInvitation } from '../scenes/trainees';

const INVITE = `select nemus_invite_trainee('Nora', 'Beck', $1) as invitation`;
const LOOK = 'select nemus_invitation($1) as shown';
const DECLINE = 'select nemus_decline_invitation($1)';
const LINKED = 'select linked_at is not null as linked, status from nemus_trainees';
const ACCESS = 'select access from nemus_trainee_list';
const PROGRESS = 'select area from nemus_training_progress';

interface Invited extends SentInvitation {
  readonly institution: string;
  readonly piw: string;
  readonly email: string;
}

/** An institution, and an account that it has invited. */
async function inviteSomebody(database: TestDatabase, name = 'Ambulanz Nord'): Promise<Invited> {
  const email = freshAddress();
  const institution = await signUpInstitution(database, name);
  const piw = await signUp(database, { email });
  return { institution, piw, email, ...(await invite(database, institution, email)) };
}

export function invitationCases(database: () => TestDatabase): void {
  it('shows the invitation only to the holder of its token', async () => {
    const { token, email } = await inviteSomebody(database());
    expect(one(await ask(database(), ANONYMOUS, LOOK, [token])).shown).toMatchObject({
      institution_name: 'Ambulanz Nord',
      first_name: 'Nora',
      email,
      acceptance: 'signed_out',
    });
    for (const wrong of ['', 'x', token.slice(1)]) {
      expect(one(await ask(database(), ANONYMOUS, LOOK, [wrong])).shown).toBeNull();
    }
    const stored = await database().query(
      'select token_hash from private.nemus_invitation_tokens where token_hash = $1',
      [token],
    );
    expect(stored).toEqual([]);
  });

  it('shows an account that cannot accept why not, the address masked, and no name', async () => {
    const { token, email, institution, piw } = await inviteSomebody(database());
    const shown = async (id: string) => one(await ask(database(), signedIn(id), LOOK, [token])).shown;
    expect(await shown(piw)).toMatchObject({ acceptance: 'possible', email, first_name: 'Nora' });
    const masked = { email: 'n•••@x.example', first_name: '', last_name: '' };
    expect(await shown(await signUp(database()))).toMatchObject({ acceptance: 'other_address', ...masked });
    expect(await shown(institution)).toMatchObject({ acceptance: 'institution_account', ...masked });
  });

  it('links the account that accepts; the same account may repeat it, and no other may accept', async () => {
    const { institution, token, piw, trainee } = await inviteSomebody(database());
    const answer = { trainee_id: trainee, institution_name: 'Ambulanz Nord' };
    expect(one(await ask(database(), signedIn(piw), ACCEPT_INVITATION, [token])).accepted).toEqual(answer);
    expect(await ask(database(), signedIn(institution), LINKED)).toEqual([{ linked: true, status: 'active' }]);
    expect(one(await ask(database(), signedIn(piw), ACCEPT_INVITATION, [token])).accepted).toEqual(answer);
    expect(await refusal(database(), signedIn(await signUp(database())), ACCEPT_INVITATION, [token])).toMatchObject({
      hint: 'invitation_for_other',
    });
    expect(one(await ask(database(), ANONYMOUS, LOOK, [token])).shown).toBeNull();
    expect(await ask(database(), signedIn(institution), 'select nemus_institution_overview() as c')).toEqual([
      { c: { linked_trainees: 1, bookings_this_month: 0 } },
    ]);
  });

  it('is only for the invited address, confirmed, in any case; opening it links no account', async () => {
    const { institution, token, email } = await inviteSomebody(database());
    const thief = await signUp(database());
    for (const statement of [ACCEPT_INVITATION, DECLINE]) {
      expect(await refusal(database(), signedIn(thief), statement, [token])).toMatchObject({
        code: 'PT403',
        hint: 'invitation_for_other',
        values: { address: 'n•••@x.example' },
      });
    }
    await ask(database(), signedIn(thief), LOOK, [token]);
    expect(await ask(database(), signedIn(institution), LINKED)).toMatchObject([{ linked: false }]);
    // The profile's address is no proof, and neither is an unconfirmed one.
    await database().query('update nemus_profiles set email = $2 where user_id = $1::text::uuid', [thief, email]);
    expect(await refusal(database(), signedIn(thief), ACCEPT_INVITATION, [token])).toMatchObject({
      hint: 'invitation_for_other',
    });
    const capitals = freshAddress('CLARA');
    const late = await invite(database(), institution, capitals.toLowerCase());
    const clara = await signUp(database(), { email: capitals });
    await database().query('update auth.users set email_confirmed_at = null where id = $1::text::uuid', [clara]);
    expect(await refusal(database(), signedIn(clara), ACCEPT_INVITATION, [late.token])).toMatchObject({
      hint: 'invitation_for_other',
    });
    await database().query('update auth.users set email_confirmed_at = now() where id = $1::text::uuid', [clara]);
    expect(one(await ask(database(), signedIn(clara), ACCEPT_INVITATION, [late.token])).accepted).toMatchObject({
      trainee_id: late.trainee,
    });
  });

  it('ends when the institution corrects the address: the wrong mailbox links no account', async () => {
    const { institution, token, piw, trainee } = await inviteSomebody(database());
    const correct = (email: string) =>
      ask(
        database(),
        signedIn(institution),
        'update nemus_trainees set email = $2 where id = $1::text::uuid returning id',
        [trainee, email],
      );
    await ask(
      database(),
      signedIn(institution),
      `update nemus_trainees set phone = '030 1' where id = $1::text::uuid`,
      [trainee],
    );
    expect(one(await ask(database(), ANONYMOUS, LOOK, [token])).shown).not.toBeNull();
    await correct(freshAddress('richtig'));
    expect(one(await ask(database(), ANONYMOUS, LOOK, [token])).shown).toBeNull();
    for (const statement of [ACCEPT_INVITATION, DECLINE]) {
      expect(await refusal(database(), signedIn(piw), statement, [token])).toMatchObject({
        hint: 'invitation_invalid',
      });
    }
    expect(await ask(database(), signedIn(institution), ACCESS)).toEqual([{ access: 'revoked' }]);
    expect(await ask(database(), signedIn(institution), LINKED)).toMatchObject([{ linked: false }]);
  });

  it('a letter that only looks like one of the address opens nothing', async () => {
    const institution = await signUpInstitution(database());
    const name = freshAddress('kim');
    const { token } = await invite(database(), institution, name);
    const twin = await signUp(database(), { email: name.replace('k', '\u212A') });
    expect(await refusal(database(), signedIn(twin), ACCEPT_INVITATION, [token])).toMatchObject({
      hint: 'invitation_for_other',
    });
  });

  it('declining is seen by the institution, links no account, and cannot be turned into accepting', async () => {
    const { institution, token, piw } = await inviteSomebody(database());
    await ask(database(), signedIn(piw), DECLINE, [token]);
    await ask(database(), signedIn(piw), DECLINE, [token]);
    expect(await ask(database(), signedIn(institution), ACCESS)).toEqual([{ access: 'declined' }]);
    expect(await ask(database(), signedIn(institution), LINKED)).toMatchObject([{ linked: false }]);
    expect(await refusal(database(), signedIn(piw), ACCEPT_INVITATION, [token])).toMatchObject({
      hint: 'invitation_invalid',
    });
    expect(await ask(database(), signedIn(institution), PROGRESS)).toEqual([]);
  });

  it('what was accepted cannot be declined', async () => {
    const { token, piw } = await inviteSomebody(database());
    await ask(database(), signedIn(piw), ACCEPT_INVITATION, [token]);
    expect(await refusal(database(), signedIn(piw), DECLINE, [token])).toMatchObject({ hint: 'invitation_invalid' });
  });

  it('shows its link to the mail alone, and makes none for an ended invitation', async () => {
    const institution = await signUpInstitution(database());
    const email = freshAddress();
    const { invitation } = one(await ask(database(), signedIn(institution), INVITE, [email]));
    expect(Object.keys(Object(invitation)).sort()).toEqual(['email', 'expires_at', 'invitation_id', 'trainee_id']);
    const many = one(
      await ask(database(), signedIn(institution), 'select nemus_invite_trainees($1::text::jsonb) as results', [
        JSON.stringify([{ first_name: 'A', last_name: 'B', email: freshAddress() }]),
      ]),
    );
    expect(JSON.stringify(many)).not.toContain('token');
    const id = String(Reflect.get(Object(invitation), 'invitation_id'));
    const letter = 'select nemus_invitation_letter($1::text::uuid) as letter';
    expect(await refusal(database(), signedIn(institution), letter, [id])).toMatchObject({ code: '42501' });
    expect(one(await ask(database(), SERVICE, letter, [id])).letter).toMatchObject({
      first_name: 'Nora',
      email,
      token: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    await database().query('update nemus_invitations set revoked_at = now() where id = $1::text::uuid', [id]);
    expect(one(await ask(database(), SERVICE, letter, [id])).letter).toBeNull();
  });

  it('a sign-up through the link links no account: the page that accepts comes after it', async () => {
    const institution = await signUpInstitution(database());
    const email = freshAddress();
    const { token } = await invite(database(), institution, email);
    const id = await signUp(database(), { email, metadata: { invitation_token: token } });
    expect(await ask(database(), signedIn(institution), LINKED)).toMatchObject([{ linked: false }]);
    expect(one(await ask(database(), signedIn(id), LOOK, [token])).shown).toMatchObject({ acceptance: 'possible' });
  });

  it.each([
    ['revoked', 'update nemus_invitations set revoked_at = now()'],
    ['expired', `update nemus_invitations set expires_at = now() - interval '1 second'`],
    [
      'withdrawn with its institution’s approval',
      'update nemus_institution_approvals set withdrawn_at = now() where institution_id = $1::text::uuid;',
    ],
  ])('refuses an invitation that was %s', async (_state, end) => {
    const { institution, token, piw } = await inviteSomebody(database());
    await database().query(end.endsWith(';') ? end.slice(0, -1) : `${end} where institution_id = $1::text::uuid`, [
      institution,
    ]);
    for (const statement of [ACCEPT_INVITATION, DECLINE]) {
      expect(await refusal(database(), signedIn(piw), statement, [token])).toMatchObject({
        hint: 'invitation_invalid',
      });
    }
    expect(one(await ask(database(), signedIn(piw), LOOK, [token])).shown).toBeNull();
  });

  it.each(['accept', 'decline'])(
    'to %s forgets the registration’s link, so that no other browser asks',
    async (answer) => {
      const email = freshAddress();
      const institution = await signUpInstitution(database());
      const { token, trainee } = await invite(database(), institution, email);
      const piw = await signUp(database(), { email, metadata: { invitation_token: token } });
      const pending = async () =>
        one(
          await database().query(
            `select raw_user_meta_data ? 'invitation_token' as pending from auth.users where id = $1::text::uuid`,
            [piw],
          ),
        ).pending;
      expect(await pending()).toBe(true);
      await ask(database(), signedIn(piw), answer === 'accept' ? ACCEPT_INVITATION : DECLINE, [token]);
      expect(await pending()).toBe(false);
      // A session of another browser may still have the token: it reads that the account is linked.
      const shown = one(await ask(database(), signedIn(piw), LOOK, [token])).shown;
      if (answer === 'decline') expect(shown).toBeNull();
      else expect(shown).toMatchObject({ acceptance: 'already_linked' });
      expect(one(await ask(database(), ANONYMOUS, LOOK, [token])).shown).toBeNull();
      expect(one(await ask(database(), signedIn(await signUp(database())), LOOK, [token])).shown).toBeNull();
      await database().query('update nemus_trainees set user_id = null where id = $1::text::uuid', [trainee]);
      expect(one(await ask(database(), signedIn(piw), LOOK, [token])).shown).toBeNull();
    },
  );

  it('renews an invitation after a minute, and the old link stops working', async () => {
    const { institution, token, trainee, piw } = await inviteSomebody(database());
    const resend = `select nemus_resend_invitation($1::text::uuid) ->> 'invitation_id' as id`;
    expect(await refusal(database(), signedIn(institution), resend, [trainee])).toMatchObject({
      code: 'PT429',
      hint: 'invitation_too_soon',
    });
    await database().query(
      `update private.nemus_sent_invitations set created_at = now() - interval '2 minutes'
       where institution_id = $1::text::uuid`,
      [institution],
    );
    const invitation = text(await ask(database(), signedIn(institution), resend, [trainee]), 'id');
    // From the new invitation on, before its mail is even made.
    expect(await refusal(database(), signedIn(piw), ACCEPT_INVITATION, [token])).toMatchObject({
      hint: 'invitation_invalid',
    });
    const renewed = await mintToken(database(), invitation);
    expect(await refusal(database(), signedIn(piw), ACCEPT_INVITATION, [token])).toMatchObject({
      hint: 'invitation_invalid',
    });
    await ask(database(), signedIn(piw), ACCEPT_INVITATION, [renewed]);
    expect(await refusal(database(), signedIn(institution), resend, [trainee])).toMatchObject({
      hint: 'trainee_linked',
    });
  });

  it('invites many, and a bad line stops no other', async () => {
    const institution = await signUpInstitution(database());
    const good = freshAddress('a');
    const people = [
      { first_name: 'A', last_name: 'B', email: good },
      { first_name: '', last_name: 'B', email: freshAddress() },
      { first_name: 'C', last_name: 'D', email: 'keine' },
      { first_name: 'A', last_name: 'B', email: good.toUpperCase() },
      { last_name: 'B', email: freshAddress() },
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
      { line: 4, code: 'invitation_open' },
      { line: 5, code: 'invalid_person' },
    ]);
    expect(await ask(database(), signedIn(institution), 'select email from nemus_trainees')).toEqual([{ email: good }]);
  });

  it('says what an address is in the own list, and nothing about other lists and accounts', async () => {
    const { institution, token, trainee, piw, email } = await inviteSomebody(database());
    const again = (caller: string) => refusal(database(), signedIn(caller), INVITE, [email.toUpperCase()]);
    expect(await again(institution)).toMatchObject({
      hint: 'invitation_open',
      values: { valid_until: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
    });
    const revoke = () =>
      ask(database(), signedIn(institution), 'select nemus_revoke_invitation($1::text::uuid)', [trainee]);
    await ask(database(), signedIn(piw), ACCEPT_INVITATION, [token]);
    expect(await again(institution)).toMatchObject({ hint: 'trainee_linked', values: null });
    await expect(revoke()).rejects.toMatchObject({ hint: 'invitation_invalid' });
    // Another institution's list knows neither the account nor the link.
    const other = await signUpInstitution(database());
    expect(await ask(database(), signedIn(other), INVITE, [email])).toHaveLength(1);
    const theirs = text(await ask(database(), signedIn(other), 'select id::text from nemus_trainees'), 'id');
    for (const _click of [1, 2]) {
      await ask(database(), signedIn(other), 'select nemus_revoke_invitation($1::text::uuid)', [theirs]);
    }
    expect(await again(other)).toMatchObject({ hint: 'trainee_exists' });
  });

  it('is for institutions to send and for trainees to accept', async () => {
    const [piw, institution] = [await signUp(database()), await signUpInstitution(database())];
    expect(await refusal(database(), signedIn(piw), INVITE, ['x@x.example'])).toMatchObject({
      hint: 'institution_required',
    });
    for (const statement of [ACCEPT_INVITATION, DECLINE]) {
      expect(await refusal(database(), signedIn(institution), statement, ['x'])).toMatchObject({
        hint: 'piw_required',
      });
    }
  });

  it.each([
    ['the trainee', 'nemus_leave_institution', 'piw', 'inactive'],
    ['the institution', 'nemus_unlink_trainee', 'institution', 'active'],
  ] as const)('shares progress until %s ends the link, which no one else can', async (_who, call, side, status) => {
    const { institution, token, trainee, piw } = await inviteSomebody(database());
    expect(await ask(database(), signedIn(institution), PROGRESS)).toHaveLength(0);
    await ask(database(), signedIn(piw), ACCEPT_INVITATION, [token]);
    expect(await ask(database(), signedIn(institution), PROGRESS)).toHaveLength(3);
    const end = `select ${call}($1::text::uuid)`;
    const others = [await signUp(database()), await signUpInstitution(database()), side === 'piw' ? institution : piw];
    for (const other of others) {
      expect(await refusal(database(), signedIn(other), end, [trainee])).toMatchObject({ hint: 'trainee_not_found' });
    }
    // Twice, as by a double click.
    for (const _click of [1, 2]) await ask(database(), signedIn(side === 'piw' ? piw : institution), end, [trainee]);
    for (const other of others.slice(0, 2)) {
      expect(await refusal(database(), signedIn(other), end, [trainee])).toMatchObject({ hint: 'trainee_not_found' });
    }
    expect(await ask(database(), signedIn(institution), PROGRESS)).toHaveLength(0);
    expect(await ask(database(), signedIn(institution), `${LINKED}`)).toEqual([{ linked: false, status }]);
    expect(await ask(database(), signedIn(institution), ACCESS)).toEqual([{ access: 'none' }]);
    expect(await ask(database(), signedIn(piw), 'select nemus_institution_links() as links')).toEqual([{ links: [] }]);
    // The old link does not lead back in.
    expect(await refusal(database(), signedIn(piw), ACCEPT_INVITATION, [token])).toMatchObject({
      hint: 'invitation_invalid',
    });
  });

  it('shows an account every institution that it is linked with', async () => {
    const { institution, token, piw, email, trainee } = await inviteSomebody(database(), 'Zentrum Süd');
    const other = await signUpInstitution(database(), 'Ambulanz Nord');
    const second = await invite(database(), other, email);
    await ask(database(), signedIn(piw), ACCEPT_INVITATION, [token]);
    await ask(database(), signedIn(piw), ACCEPT_INVITATION, [second.token]);
    const links = one(await ask(database(), signedIn(piw), 'select nemus_institution_links() as links')).links;
    expect(links).toEqual([
      { trainee_id: second.trainee, institution_name: 'Ambulanz Nord', linked_at: expect.any(String) },
      { trainee_id: trainee, institution_name: 'Zentrum Süd', linked_at: expect.any(String) },
    ]);
    for (const reader of [institution, await signUp(database())]) {
      expect(await ask(database(), signedIn(reader), 'select nemus_institution_links() as links')).toEqual([
        { links: [] },
      ]);
    }
  });
}
