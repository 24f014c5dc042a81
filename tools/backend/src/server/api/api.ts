import { isIP } from 'node:net';
import { z } from 'zod';
import type { Room } from '../disk/room';
import type { Engine } from '../engine/engine';
import type { FunctionsHost } from '../functions/host';
import { correctStorageAnswer } from '../storage/answers';
import { parseRange } from '../storage/range';
import { signMany, unwrapUpload } from '../storage/requests';
import { authError, type AuthLimits, type MailKind } from './auth-limits';
import { tokenOf } from './claims';
import type { Confirmations } from './confirmations';
import { answerPreflight, openToOrigins } from './cors';
import type { AuthServer, Factors } from './factors/factors';
import { statusOf } from './failures';
import { refuseWhenFull } from './full-disk';
import { parseText, readAnswer } from './json';
import type { MailLinks } from './mail-links';
import type { PasswordChanges } from './password-changes';
import { withContext, type RequestContext } from './request-context';
import type { Method, Sessions } from './sessions';

export interface ApiOptions {
  readonly engine: Engine;
  readonly functions: FunctionsHost;
  readonly confirmations: Confirmations;
  readonly mailLinks: MailLinks;
  readonly passwordChanges: PasswordChanges;
  readonly sessions: Sessions;
  readonly factors: Factors;
  readonly limits: AuthLimits;
  readonly room: Room;
  /** What the backend itself cannot explain. */
  readonly log: (line: string) => void;
}

/** Answers one request of the API. `peer` is the caller's network address. */
export type Api = (request: Request, peer: string) => Promise<Response>;

/**
 * lite serves more than these (the whole schema without a key, a studio); a hosted project does not. An encoded
 * character in an address of auth has no use there, but could bypass the checks here.
 */
const FORWARDED = /^\/(auth\/v1\/[^%]*$|(rest|storage)\/v1\/)/;

/** Sign-in methods that the project does not use and lite only half supports. */
const NOT_OFFERED = new Set(['/auth/v1/otp', '/auth/v1/magiclink', '/auth/v1/reauthenticate']);

/** Endpoints that mail the address in the body, whether or not an account has it. */
const MAILS: ReadonlyMap<string, MailKind> = new Map([
  ['/auth/v1/recover', 'recovery'],
  ['/auth/v1/resend', 'confirmation'],
]);

const authBodySchema = z.object({
  email: z.string().catch(''),
  password: z.string().catch(''),
  type: z.string().catch(''),
});
type AuthBody = z.infer<typeof authBodySchema>;

const errorCodeSchema = z.object({ error_code: z.string() });
const unknownErrorSchema = z.object({ code: z.literal('SUP') });

const parseBody = (text: string): AuthBody => parseText(text, authBodySchema) ?? { email: '', password: '', type: '' };

function isUserUpdate({ method }: Request, url: URL): boolean {
  return method === 'PUT' && url.pathname === '/auth/v1/user';
}

/** How a request's address opens a session; null when it continues one. */
function methodOf({ pathname, searchParams }: URL): Method | null {
  if (pathname === '/auth/v1/verify') return 'otp';
  return searchParams.get('grant_type') === 'refresh_token' ? null : 'password';
}

/** Small bodies that are looked into before lite gets them. */
function isReadFirst(request: Request, url: URL): boolean {
  if (isUserUpdate(request, url)) return true;
  return (
    request.method === 'POST' &&
    (url.pathname.startsWith('/auth/v1/') || /^\/storage\/v1\/object\/(list|sign)\/[^/]+$/.test(url.pathname))
  );
}

/**
 * The Supabase API as a hosted project has it: lite in the middle, and round it what lite leaves out or does
 * otherwise (supabase-lite.md lists it).
 */
export function createApi(options: ApiOptions): Api {
  const { engine, functions, confirmations, mailLinks, passwordChanges, sessions, factors, limits, room, log } =
    options;

  /** What lite answered about an account, where GoTrue answers otherwise. */
  async function correctAuth(url: URL, text: string, answer: Response): Promise<Response> {
    const { email, password, type } = parseBody(text);
    if (url.pathname === '/auth/v1/signup' && (answer.ok || answer.status === 429)) {
      const refused = await limits.mail('confirmation', email);
      return answer.ok ? answer : (refused ?? confirmations.repeatSignUp(email));
    }
    if (url.pathname === '/auth/v1/resend' && answer.status === 429) return confirmations.resend(type, email);
    if (url.pathname === '/auth/v1/token' && answer.status === 400) {
      const error = await readAnswer(answer, errorCodeSchema);
      if (error?.error_code === 'email_not_confirmed') return confirmations.unconfirmedSignIn(email, password);
    }
    return answer;
  }

  /** Calls lite again on behalf of a request. */
  function authServer({ headers }: Request, { origin }: URL): AuthServer {
    return {
      whoIs: () => engine.answer(new Request(`${origin}/auth/v1/user`, { headers })),
      refresh: (token) =>
        engine.answer(
          new Request(`${origin}/auth/v1/token?grant_type=refresh_token`, {
            method: 'POST',
            headers: { apikey: headers.get('apikey') ?? '', 'content-type': 'application/json' },
            body: JSON.stringify({ refresh_token: token }),
          }),
        ),
    };
  }

  /** A request that changes an account: a new password has rules that lite does not know. */
  async function updateUser(request: Request, url: URL, text: string, forwarded: Request): Promise<Response> {
    const { headers } = request;
    const token = tokenOf(request);
    const whoIs = () => engine.answer(new Request(url, { headers }));
    // The password is compared last: without the account's factor, the answer does not reveal it.
    const refused =
      (await factors.refuseUpdate(text, token, whoIs)) ?? (await passwordChanges.refuse(text, token, whoIs));
    if (refused) return refused;
    const answer = await engine.answer(forwarded);
    if (answer.ok) await passwordChanges.endOthers(text, token);
    return sessions.completeUser(answer);
  }

  /** The code of a refusal that lite hides behind "SUP". */
  async function correctRest(request: Request, url: URL, context: RequestContext, answer: Response): Promise<Response> {
    if (answer.status !== 500) return answer;
    const hidden = await readAnswer(answer, unknownErrorSchema);
    if (!hidden) {
      // Out of room, memory or connections: the server's state, not the request's fault.
      if (!context.failure?.code.startsWith('53')) return answer;
      log(`${request.method} ${url.pathname}: ${context.failure.message}`);
      return Response.json(context.failure, { status: statusOf(context.failure.code, true) });
    }
    if (!context.failure) {
      log(`${request.method} ${url.pathname}: ${await answer.clone().text()}`);
      return answer;
    }
    const signedIn = request.headers.has('authorization');
    return Response.json(context.failure, { status: statusOf(context.failure.code, signedIn) });
  }

  async function refuse(request: Request, url: URL, text: string | null, peer: string): Promise<Response | null> {
    if (!url.pathname.startsWith('/auth/v1/')) return null;
    if (NOT_OFFERED.has(url.pathname)) return authError(422, 'otp_disabled', 'Signing in by mail is not offered');
    const refused = await limits.request(request, url, peer);
    if (refused) return refused;
    const kind = MAILS.get(url.pathname);
    const email = text === null ? '' : parseBody(text).email;
    return kind && email ? limits.mail(kind, email) : null;
  }

  async function forward(request: Request, url: URL, peer: string): Promise<Response> {
    const text = isReadFirst(request, url) ? await request.text() : null;
    const refused = await refuse(request, url, text, peer);
    if (refused) return refused;
    const { method, headers } = request;
    const forwarded =
      text === null ? await unwrapUpload(request, url) : new Request(url, { method, headers, body: text || null });
    return withContext({ range: parseRange(headers.get('range')) }, async (context) => {
      const many = await signMany(request, url, text, engine.answer);
      if (many) return many;
      if (text !== null && isUserUpdate(request, url)) return updateUser(request, url, text, forwarded);
      if (text !== null && url.pathname === '/auth/v1/verify') {
        const answered = await mailLinks.answer(text);
        if (answered) return answered;
      }
      // A closed connection has no address.
      const caller = { userAgent: headers.get('user-agent'), address: isIP(peer) ? peer : '0.0.0.0' };
      const factor = await factors.answer(request, url, text ?? '', caller.address, authServer(request, url));
      if (factor) return sessions.complete(factor, null, caller);
      const answer = await engine.answer(forwarded);
      if (url.pathname.startsWith('/rest/')) return correctRest(request, url, context, answer);
      if (url.pathname.startsWith('/storage/')) return correctStorageAnswer(request, url, text, answer);
      if (method === 'GET' && url.pathname === '/auth/v1/user') return sessions.completeUser(answer);
      if (text === null) return answer;
      return sessions.complete(await correctAuth(url, text, answer), methodOf(url), caller);
    });
  }

  return async (request, peer) => {
    const began = performance.now();
    const url = new URL(request.url);
    const refused = refuseWhenFull(request, room);
    if (refused) return openToOrigins(refused);
    if (url.pathname.startsWith('/functions/v1/')) return functions.answer(request, peer);
    if (!FORWARDED.test(url.pathname)) {
      return openToOrigins(Response.json({ message: 'no Route matched with those values' }, { status: 404 }));
    }
    if (request.method === 'OPTIONS') return answerPreflight(request);
    const answer = openToOrigins(await forward(request, url, peer));
    // Shown by a browser's tools, and read by the benchmark of page reads.
    answer.headers.set('server-timing', `api;dur=${(performance.now() - began).toFixed(1)}`);
    return answer;
  };
}
