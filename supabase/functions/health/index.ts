import { answerFailure, answerJson, type FunctionEntry } from '../_shared/endpoint.ts';
import { readEnvironment, type Environment } from '../_shared/environment.ts';
import { Failure } from '../_shared/failure.ts';
import { readFigures, type Figures } from './figures.ts';
import { metricsText } from './metrics.ts';
import { readinessOf } from './readiness.ts';

/** Anyone may ask, so the database is asked at most this often by each process. */
const FRESH_MS = 5_000;
let last: { readonly at: number; readonly figures: Promise<Figures> } | undefined;

function measured(environment: Environment): Promise<Figures> {
  if (!last || Date.now() - last.at > FRESH_MS) last = { at: Date.now(), figures: readFigures(environment) };
  return last.figures;
}

const digest = async (text: string) =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).join();

/** Digests are compared, so that the time of an answer tells nothing about the token. */
async function requireToken(request: Request, { metricsToken }: Environment): Promise<void> {
  const given = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
  if (metricsToken === undefined || (await digest(given)) !== (await digest(metricsToken))) {
    throw new Failure('not_signed_in');
  }
}

/**
 * `GET …/health/live`: the functions run. `…/ready`: what users need answers, 200 or 503. `…/metrics`: everything, for
 * Prometheus, with `METRICS_TOKEN` as bearer.
 */
const health: FunctionEntry = {
  async fetch(request) {
    try {
      const page = /\/health\/(live|ready|metrics)$/.exec(new URL(request.url).pathname)?.[1];
      if (page === undefined) return new Response('Not found\n', { status: 404 });
      if (request.method !== 'GET' && request.method !== 'HEAD') throw new Failure('method_not_allowed');
      if (page === 'live') return answerJson({ live: true });
      const environment = readEnvironment();
      if (page === 'metrics') await requireToken(request, environment);
      const figures = await measured(environment);
      if (page === 'metrics') {
        const headers = { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' };
        return new Response(metricsText(figures, new Date()), { headers });
      }
      const readiness = readinessOf(figures, new Date());
      return answerJson(readiness, readiness.ready ? 200 : 503);
    } catch (error) {
      return answerFailure(error, request);
    }
  },
};

export default health;
