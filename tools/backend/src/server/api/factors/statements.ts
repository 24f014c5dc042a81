/** What an account's session may do with factors: its level, and the factors that there are. */
export const ACCOUNT = `
  select u.email, s.aal = 'aal2' as is_strong,
    exists (select from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified') as is_guarded,
    (select count(*)::int from auth.mfa_factors f where f.user_id = u.id) as factors
  from auth.sessions s join auth.users u on u.id = s.user_id
  where s.id = $1::uuid and u.id = $2::uuid`;

/** Unfinished factors do not block the next one. */
export const FORGET_UNFINISHED = `
  delete from auth.mfa_factors where user_id = $1::uuid and status = 'unverified'
    and created_at < now() - interval '5 minutes'`;

export const ENROL = `
  insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret)
  select gen_random_uuid(), $1::uuid, $2, 'totp', 'unverified', $3
  where not exists (select from auth.mfa_factors f where f.user_id = $1::uuid and f.friendly_name = $2 and $2 <> '')
  returning id`;

export const FACTOR = `
  select id, status, secret from auth.mfa_factors
  where id = $1::uuid and user_id = $2::uuid and factor_type = 'totp'`;

/** Only this account's own factor can be asked about. */
export const CHALLENGE = `
  with asked as (update auth.mfa_factors set last_challenged_at = clock_timestamp()
    where id = $1::uuid and user_id = $2::uuid and factor_type = 'totp' returning id)
  insert into auth.mfa_challenges (id, factor_id, ip_address)
  select gen_random_uuid(), asked.id, $3::inet from asked
  returning id, extract(epoch from created_at + make_interval(secs => $4))::bigint as expires_at`;

/** The challenge of this factor: where it was asked for, and whether it can still be answered. */
export const OPEN_CHALLENGE = `
  select verified_at is null and host(ip_address) = host($3::inet) as is_ours,
    created_at < now() - make_interval(secs => $4) as is_over
  from auth.mfa_challenges where id = $1::uuid and factor_id = $2::uuid`;

/**
 * A right code is taken: all of it or nothing, and one code once. A second factor is finished in a strong session alone,
 * however it was begun. The session becomes strong, the account's weaker sessions and unfinished factors end.
 */
export const TAKE = `
  with used as (
    update auth.mfa_factors f set last_used_step = $3, status = 'verified', updated_at = now()
    where f.id = $1::uuid and f.user_id = $2::uuid and coalesce(f.last_used_step, -1) < $3
      and (f.status = 'verified'
        or exists (select from auth.sessions s where s.id = $5::uuid and s.aal = 'aal2')
        or not exists (select from auth.mfa_factors o where o.user_id = f.user_id and o.status = 'verified'))
    returning f.id),
  answered as (
    update auth.mfa_challenges c set verified_at = now() from used
    where c.id = $4::uuid and c.factor_id = used.id and c.verified_at is null returning c.factor_id),
  strong as (
    update auth.sessions s set aal = 'aal2', factor_id = answered.factor_id, updated_at = now() from answered
    where s.id = $5::uuid and s.user_id = $2::uuid returning s.id),
  way as (
    insert into auth.mfa_amr_claims (id, session_id, authentication_method)
    select gen_random_uuid(), strong.id, 'totp' from strong
    on conflict (session_id, authentication_method) do update set updated_at = now()),
  weaker as (
    delete from auth.sessions o using strong
    where o.user_id = $2::uuid and o.id <> strong.id and coalesce(o.aal, 'aal1') = 'aal1'),
  unfinished as (
    delete from auth.mfa_factors f using answered
    where f.user_id = $2::uuid and f.id <> answered.factor_id and f.status = 'unverified')
  select (select t.token from auth.refresh_tokens t where t.session_id = strong.id and not t.revoked
    order by t.created_at desc limit 1) as refresh_token
  from strong`;

/** A factor goes, and with it the strength of the sessions that it made strong. */
export const REMOVE = `
  with gone as (delete from auth.mfa_factors where id = $1::uuid and user_id = $2::uuid returning id),
  weak as (
    update auth.sessions s set aal = 'aal1', factor_id = null from gone where s.factor_id = gone.id returning s.id),
  way as (
    delete from auth.mfa_amr_claims c using weak where c.session_id = weak.id and c.authentication_method = 'totp')
  select id from gone`;
