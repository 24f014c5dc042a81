import { z } from 'zod';
import { openDatabase } from '../_shared/database.ts';
import { answerFailure, answerJson, type FunctionEntry } from '../_shared/endpoint.ts';
import { readEnvironment } from '../_shared/environment.ts';
import { Failure } from '../_shared/failure.ts';

const TOKEN = /^[0-9a-f]{64}$/;

/**
 * One-click unsubscription for mail clients (RFC 8058): `POST …/unsubscribe?link=<token>` with the form
 * `List-Unsubscribe=One-Click` turns mails of the link's kind off. Opening it never acts: any other request is
 * redirected to the page of the portal that asks. The answer does not reveal whose account it is.
 */
const unsubscribe: FunctionEntry = {
  async fetch(request) {
    try {
      const environment = readEnvironment();
      const token = new URL(request.url).searchParams.get('link') ?? '';
      if (!TOKEN.test(token)) throw new Failure('unsubscribe_link_invalid');
      if (request.method !== 'POST') {
        const location = `${environment.siteUrl}/abbestellen?${new URLSearchParams({ link: token }).toString()}`;
        return new Response(null, {
          status: 303,
          headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
        });
      }
      const form = await readForm(request);
      if (form.get('List-Unsubscribe') !== 'One-Click') throw new Failure('invalid_request');
      await openDatabase(environment).call('nemus_unsubscribe', { p_token: token, p_all: false }, z.unknown());
      return answerJson({});
    } catch (error) {
      return answerFailure(error, request);
    }
  },
};

/** The form as mail clients send it, in either of the two encodings of forms. */
async function readForm(request: Request): Promise<FormData> {
  try {
    return await request.formData();
  } catch (cause) {
    throw new Failure('invalid_request', { cause });
  }
}

export default unsubscribe;
