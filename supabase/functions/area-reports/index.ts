import { z } from 'zod';
import { openDatabase } from '../_shared/database.ts';
import { sendDateLetters } from '../_shared/date-letters.ts';
import { publicEndpoint } from '../_shared/endpoint.ts';
import { batchSchema, countable } from './reports.ts';
import { tellTeams } from './release-alarms.ts';

/** Longest body in characters: a batch has twenty reports of some two hundred each. */
const LONGEST = 20_000;

/**
 * Takes what the shell sends to `telemetryUrl`: `{ environment, entries }`, by `navigator.sendBeacon` and so as
 * `text/plain`. Counts per area, version and hour without saying whose browser it was; what another site's page sends is
 * dropped. Nobody waits for the answer. Since browsers come by here all the time, whoever does also brings the mails about
 * failing releases on their way, and those about dates that nobody sent; what they are about, others have decided, and
 * nothing in the body changes it.
 */
export default publicEndpoint(
  batchSchema,
  async ({ body, environment, source, fromPortal }) => {
    const reports = countable(body);
    if (!fromPortal || reports.length === 0) return {};
    const database = openDatabase(environment);
    await database.call(
      'nemus_take_area_reports',
      { p_environment: body.environment, p_source: source, p_reports: reports },
      z.number(),
    );
    await tellTeams({ environment, database });
    await sendDateLetters({ environment, database });
    return {};
  },
  LONGEST,
);
