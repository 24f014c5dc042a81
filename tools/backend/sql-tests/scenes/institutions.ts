import type { Connection, Row } from '../database/database';
import { signUp } from './accounts';
import { one } from './rows';

/** An institution that an operator has looked at. */
export async function signUpInstitution(connection: Connection, institution = 'Ambulanz am Park'): Promise<string> {
  const id = await signUp(connection, { type: 'institution', institution });
  await connection.query(
    `insert into nemus_institution_approvals (institution_id, approved_name) values ($1::text::uuid, $2)
     on conflict (institution_id) do nothing`,
    [id, institution],
  );
  return id;
}

/** Gives credits to an institution. */
export async function giveCredits(connection: Connection, institution: string, credits: number): Promise<void> {
  await connection.query(
    `insert into public.nemus_credit_entries (institution_id, kind, amount, source_id)
     values ($1::text::uuid, 'grant', $2::text::int, gen_random_uuid()::text)`,
    [institution, String(credits)],
  );
}

/** What an institution has bought, used and left. */
export const balanceOf = async (connection: Connection, institution: string): Promise<Row> =>
  one(
    await connection.query(
      'select total_credits, used_credits, available_credits from nemus_credit_balances where institution_id = $1::text::uuid',
      [institution],
    ),
  );
