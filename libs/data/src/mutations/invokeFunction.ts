import { FunctionsHttpError, FunctionsRelayError } from '@supabase/supabase-js';
import { z } from 'zod';
import type { DataClient } from '../client';
import { DataError, parseAnswer, textOf, TIMEOUT } from '../errors';
import { refusalTexts } from '../refusal-texts';
import { FAILURES } from '../texts';

/** Shape of a refusal of the portal's functions. */
const refusalSchema = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

/**
 * The coded refusal in a failed answer. functions-js hides its body: only `error.context` still has it. Only a code of
 * the table has a German message; a gateway answers in English, at times in the same shape.
 */
async function readRefusal(answer: Response, cause: unknown): Promise<DataError> {
  const requestId = answer.headers.get('x-request-id') ?? undefined;
  const parsed = refusalSchema.safeParse(await answer.json().catch(() => undefined));
  const texts = await refusalTexts();
  const isKnown = (code: string) => code === TIMEOUT || texts === null || texts.isRefusalCode(code);
  const isOwn = parsed.success && isKnown(parsed.data.error.code);
  if (!isOwn) return new DataError('unknown', textOf(answer.status), answer.status, { cause, requestId });
  const { code, message } = parsed.data.error;
  return new DataError(code, texts === null ? textOf(answer.status) : message, answer.status, { cause, requestId });
}

/**
 * Calls a function of the backend and checks its answer.
 *
 * @throws {DataError} with the function's own code (`already_enrolled`, `provider_unavailable`, …) and its German
 * message; `network` without an answer; `malformed` when the answer has another shape
 */
export async function invokeFunction<T>(
  { functions }: DataClient,
  name: string,
  body: Readonly<Record<string, unknown>> | undefined,
  schema: z.ZodType<T>,
): Promise<T> {
  const { data, error, response } = await functions.invoke<unknown>(name, {
    method: 'POST',
    ...(body && { body: { ...body } }),
  });
  if (error instanceof FunctionsHttpError || error instanceof FunctionsRelayError) {
    if (response) throw await readRefusal(response, error);
    throw new DataError('unknown', FAILURES.server, 0, { cause: error });
  }
  if (error) throw new DataError('network', FAILURES.network, 0, { cause: error });
  return parseAnswer(data, schema);
}

/** Answer of the functions that lead to a page of the payment provider. */
export const pageAddressSchema = z.object({ url: z.url({ protocol: /^https?$/ }) });
/** Address of a page of the payment provider, to be opened in a new tab. */
export type PageAddress = z.infer<typeof pageAddressSchema>;
