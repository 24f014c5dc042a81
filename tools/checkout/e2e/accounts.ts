import { randomUUID } from 'node:crypto';
import { createDataClient, type DataClient } from '@nemus/data';
import { z } from 'zod';
import type { BackendProcess } from './backend-process';
import type { Market } from './market';

/** Of every account that is made here. */
const PASSWORD = 'ein-langes-passwort';
const signedUpSchema = z.object({ id: z.uuid() });
const tokenSchema = z.object({ access_token: z.string() });
const mailsSchema = z.array(z.object({ html: z.string() }));

/** A signed-in person who sends requests as a browser would. */
export interface Account {
  readonly id: string;
  readonly email: string;
  readonly token: string;
  readonly client: DataClient;
}

type Place = Pick<BackendProcess, 'apiUrl' | 'mailUrl' | 'publishableKey'>;

/** Sends a request to the auth server. */
async function post(place: Place, path: string, body: object): Promise<unknown> {
  const answer = await fetch(`${place.apiUrl}/auth/v1/${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { apikey: place.publishableKey, 'content-type': 'application/json' },
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
  return JSON.parse(text);
}

/** Confirms the address with what the newest mail to it carries. */
async function followMail(place: Place, email: string): Promise<void> {
  const answer = await fetch(`${place.mailUrl}/api/messages?to=${encodeURIComponent(email)}`);
  const [newest] = mailsSchema.parse(await answer.json());
  const hash = /[?&]token_hash=(\w+)/.exec(newest?.html ?? '')?.[1];
  if (!hash) throw new Error(`No mail with a link came to ${email}.`);
  await post(place, 'verify', { type: 'signup', token_hash: hash });
}

/** The account of each market that runs the portal. */
const operators = new WeakMap<Market, Promise<Account>>();

/** Signs an operator up; the secret key writes operators' rows. */
async function makeOperator(market: Market): Promise<Account> {
  const operator = await register(market, 'piw');
  const { apiUrl, secretKey } = market.backend;
  const answer = await fetch(`${apiUrl}/rest/v1/nemus_release_operators`, {
    method: 'POST',
    headers: { apikey: secretKey, authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ user_id: operator.id }),
  });
  if (!answer.ok) throw new Error(`No operator could be made: ${await answer.text()}`);
  return operator;
}

/** Signs up, confirms the address and signs in; an operator approves the institution, so that it can invite and book. */
export async function signUp(
  market: Market,
  userType: 'piw' | 'institution',
  options: { readonly addressed?: boolean } = {},
): Promise<Account> {
  const account = await register(market, userType, options);
  if (userType === 'piw') return account;
  const operator = operators.get(market) ?? makeOperator(market);
  operators.set(market, operator);
  const { client } = await operator;
  const { error } = await client.rpc('nemus_approve_institution', {
    p_institution: account.id,
    p_name: 'Institut am Park',
  });
  if (error) throw new Error(error.message);
  return account;
}

/** Signs in again. @returns the access token. */
export async function signIn({ backend }: { readonly backend: Place }, email: string): Promise<string> {
  const answer = await post(backend, 'token?grant_type=password', { email, password: PASSWORD });
  return tokenSchema.parse(answer).access_token;
}

/** Signs up, confirms the address, signs in, and enters the billing address. */
export async function register(
  { backend: place, functionsUrl }: { readonly backend: Place; readonly functionsUrl: string },
  userType: 'piw' | 'institution',
  { addressed = true } = {},
): Promise<Account> {
  const email = `${userType}-${randomUUID()}@nemus.example`;
  const data = { user_type: userType, first_name: 'Ada', last_name: 'Muster', institution_name: 'Institut am Park' };
  const { id } = signedUpSchema.parse(await post(place, 'signup', { email, password: PASSWORD, data }));
  await followMail(place, email);
  const token = await signIn({ backend: place }, email);
  const client = createDataClient({
    url: place.apiUrl,
    publishableKey: place.publishableKey,
    accessToken: () => Promise.resolve(token),
    // A test may start functions elsewhere, with other settings.
    fetch: (input, init) => fetch(String(input).replace(`${place.apiUrl}/functions/v1`, functionsUrl), init),
  });
  if (!addressed) return { id, email, token, client };
  const { error } = await client
    .from('nemus_billing_addresses')
    .insert({ user_id: id, recipient: 'Ada Muster', street: 'Weg 1', postal_code: '10115', city: 'Berlin' });
  if (error) throw new Error(error.message);
  return { id, email, token, client };
}
