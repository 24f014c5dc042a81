import { z } from 'zod';
import { API_URL } from '../environment';
import { createAccount, newAccount } from '../support/accounts';
import { linkIn, readMail } from '../support/mail';
import { publishableKey } from '../support/publishable-key';

export const sessionSchema = z.object({ access_token: z.string(), user: z.object({ id: z.string() }) });

/** Sends to the backend as the account of a session, below `rest/v1/rpc` or `functions/v1`. */
export async function ask(session: string, call: string, body: object): Promise<unknown> {
  const { access_token: token } = sessionSchema.parse(JSON.parse(session));
  const answer = await fetch(`${API_URL}/${call}`, {
    method: 'POST',
    headers: { apikey: await publishableKey(), authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${call}: ${await answer.text()}`);
  const text = await answer.text();
  return text === '' ? null : JSON.parse(text);
}

/** An approved institution with one linked trainee. @returns their sessions */
export async function institutionWithTrainee(operator: string) {
  const [house, mira] = [newAccount('Ambulanz am See'), newAccount()];
  const [institution, trainee] = [await createAccount(house), await createAccount(mira)];
  await ask(operator, 'rest/v1/rpc/nemus_approve_institution', {
    p_institution: sessionSchema.parse(JSON.parse(institution)).user.id,
    p_name: 'Ambulanz am See',
  });
  const people = [{ first_name: 'Mira', last_name: 'Sommer', email: mira.email }];
  await ask(institution, 'functions/v1/send-invitations', { people });
  const token = new URL(linkIn(await readMail(mira.email))).searchParams.get('einladung');
  await ask(trainee, 'rest/v1/rpc/nemus_accept_invitation', { p_token: token });
  return { institution, trainee };
}
