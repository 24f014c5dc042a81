import { z } from 'zod';
import { openDatabase } from '../_shared/database.ts';
import { publicEndpoint } from '../_shared/endpoint.ts';
import { countable, reportsSchema } from './reports.ts';

/** Longest body in characters: every report of a batch repeats the whole policy. */
const LONGEST = 200_000;

/**
 * Takes browsers' reports about the policies of the portal's page, as `application/reports+json` or, from older ones,
 * as `application/csp-report`. Counts violations on our page without identifying the browser; everything else is
 * dropped. The sender does not wait for the answer.
 */
export default publicEndpoint(
  reportsSchema,
  async ({ body, environment }) => {
    const reports = countable(body, environment.siteUrl);
    if (reports.length > 0) {
      await openDatabase(environment).call('nemus_take_policy_reports', { p_reports: reports }, z.number());
    }
    return {};
  },
  LONGEST,
);
