import Stripe from 'stripe';
import { openDesk } from '../_shared/desk.ts';
import { answerFailure, answerJson, readText, type FunctionEntry } from '../_shared/endpoint.ts';
import { readEnvironment, type Environment } from '../_shared/environment.ts';
import { beginEvent, finishEvent, handleEvent } from '../_shared/events.ts';
import { Failure } from '../_shared/failure.ts';
import { payBack } from '../_shared/pay-back.ts';
import { logError } from '../_shared/log.ts';

/** Events have a few thousand characters; the signature is known only after the whole body is read. */
const MAX_EVENT_LENGTH = 1_000_000;

/** The event, if the provider signed exactly this body. */
async function readEvent(
  request: Request,
  stripe: Stripe,
  { stripeWebhookSecret }: Environment,
): Promise<Stripe.Event> {
  if (stripeWebhookSecret === undefined) throw new Failure('provider_missing');
  const body = await readText(request, MAX_EVENT_LENGTH);
  const signature = request.headers.get('stripe-signature') ?? '';
  try {
    const crypto = Stripe.createSubtleCryptoProvider();
    return await stripe.webhooks.constructEventAsync(body, signature, stripeWebhookSecret, undefined, crypto);
  } catch (cause) {
    throw new Failure('invalid_request', { cause });
  }
}

/**
 * Handles the payment provider's events. Finished events are recorded and skipped; one that fails is answered with 500,
 * so that the provider sends it again.
 */
const webhook: FunctionEntry = {
  async fetch(request) {
    try {
      if (request.method !== 'POST') throw new Failure('method_not_allowed');
      const environment = readEnvironment();
      const desk = openDesk(environment);
      const { database, stripe } = desk;
      const event = await readEvent(request, stripe, environment);
      if (!(await beginEvent(database, event))) return answerJson({ received: true, handled: false });
      try {
        const handled = await handleEvent(desk, event);
        await finishEvent(database, event, null);
        // An occasion to try again what failed elsewhere; of this event it is no part.
        await payBack(desk, null).catch((error: unknown) => logError(error));
        return answerJson({ received: true, handled });
      } catch (error) {
        await finishEvent(database, event, error instanceof Error ? error.message : String(error)).catch(
          (error: unknown) => logError(error),
        );
        // Whatever the error, the provider only has to know that it should retry.
        throw new Error(`Event ${event.id} (${event.type}) failed.`, { cause: error });
      }
    } catch (error) {
      return answerFailure(error, request);
    }
  },
};

export default webhook;
