import type { z } from 'zod';
import { requireCaller, type Caller, type FactorDemand } from './caller.ts';
import { readEnvironment, type Environment } from './environment.ts';
import { Failure } from './failure.ts';
import { sourceOf } from './source.ts';
import { logError, requestIdOf } from './log.ts';

/** Bodies of most functions are a few words; in characters. */
const MAX_BODY_LENGTH = 10_000;

/** A validated request of a function. */
export interface Question<Body> {
  readonly body: Body;
  readonly caller: Caller;
  readonly environment: Environment;
}

/** The form in which a function is deployed, and in which Deno and the local backend run it. */
export interface FunctionEntry {
  fetch(request: Request): Promise<Response>;
}

/** Browsers may call from the portal alone. Answers differ by origin, so caches need `Vary`. */
function corsHeaders(request: Request, siteUrl: string): Record<string, string> {
  const origin = request.headers.get('origin');
  if (origin !== new URL(siteUrl).origin) return { vary: 'Origin' };
  return {
    vary: 'Origin',
    'access-control-allow-origin': origin,
    'access-control-allow-headers': 'authorization, x-client-info, apikey, content-type, x-region',
    'access-control-allow-methods': 'POST, OPTIONS',
    // A day; browsers cap it. No answer of a function depends on it.
    'access-control-expose-headers': 'x-request-id',
    'access-control-max-age': '86400',
  };
}

export function answerJson(body: object, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers },
  });
}

/** Turns any thrown value into a coded answer. Unexpected errors are logged, not shown; the answer has the log's id. */
export function answerFailure(error: unknown, request: Request, headers: Record<string, string> = {}): Response {
  const failure = error instanceof Failure ? error : new Failure('unexpected', { cause: error });
  if (failure.status >= 500) logError(error, request);
  const body = { error: { code: failure.code, message: failure.message } };
  return answerJson(body, failure.status, { ...headers, 'x-request-id': requestIdOf(request) });
}

/** Characters that JSON allows and Postgres does not: U+0000, and unpaired surrogates. */
const NO_TEXT = /\0|\p{Surrogate}/u;

/** Refuses such text before it reaches the database, where it would be a server error. */
function requireText(_key: string, value: unknown): unknown {
  if (typeof value === 'string' && NO_TEXT.test(value)) throw new Failure('invalid_request');
  return value;
}

/**
 * A request's body as text. One that is longer is not read to its end, so that it cannot fill the function's memory.
 *
 * @throws {Failure} `invalid_request` above `maxLength` characters
 */
export async function readText(request: Request, maxLength: number): Promise<string> {
  const reader = request.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
    text += decoder.decode(part.value, { stream: true });
    if (text.length > maxLength) {
      await reader?.cancel();
      throw new Failure('invalid_request');
    }
  }
  return text + decoder.decode();
}

async function readBody<Body>(request: Request, schema: z.ZodType<Body>, maxLength: number): Promise<Body> {
  const text = await readText(request, maxLength);
  let body: unknown;
  try {
    body = text === '' ? {} : JSON.parse(text, requireText);
  } catch (cause) {
    throw new Failure('invalid_request', { cause });
  }
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new Failure('invalid_request', { cause: parsed.error });
  return parsed.data;
}

/**
 * A function for signed-in users: checks method, login and body, and answers JSON, also for failures.
 *
 * @param answer the work; its result is the body of the answer
 * @param maxLength longest body in characters
 * @param demand the requirement for accounts with a second factor
 */
export function endpoint<Body>(
  schema: z.ZodType<Body>,
  answer: (question: Question<Body>) => Promise<object>,
  { maxLength = MAX_BODY_LENGTH, demand }: { maxLength?: number; demand?: FactorDemand } = {},
): FunctionEntry {
  return answering(async (request, environment) => {
    const caller = await requireCaller(request, environment, demand);
    return answer({ body: await readBody(request, schema, maxLength), caller, environment });
  });
}

/** A request whose caller may be signed out. */
export interface PublicQuestion<Body> extends Omit<Question<Body>, 'caller'> {
  /** Keyed hash of the caller's network address; null without a proxy that reports it. */
  readonly source: string | null;
  /** Whether the browser reports a page of the portal as the origin. Other clients can forge it. */
  readonly fromPortal: boolean;
}

/** A function that may be called without a session; otherwise like {@link endpoint}. */
export function publicEndpoint<Body>(
  schema: z.ZodType<Body>,
  answer: (question: PublicQuestion<Body>) => Promise<object>,
  maxLength = MAX_BODY_LENGTH,
): FunctionEntry {
  return answering(async (request, environment) => {
    const body = await readBody(request, schema, maxLength);
    const fromPortal = request.headers.get('origin') === new URL(environment.siteUrl).origin;
    return answer({ body, environment, source: await sourceOf(request, environment), fromPortal });
  });
}

function answering(answer: (request: Request, environment: Environment) => Promise<object>): FunctionEntry {
  return {
    async fetch(request) {
      let headers: Record<string, string> = {};
      try {
        const environment = readEnvironment();
        headers = corsHeaders(request, environment.siteUrl);
        if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers });
        if (request.method !== 'POST') throw new Failure('method_not_allowed');
        return answerJson(await answer(request, environment), 200, headers);
      } catch (error) {
        return answerFailure(error, request, headers);
      }
    },
  };
}
