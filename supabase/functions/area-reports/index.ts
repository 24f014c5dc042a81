import { z } from 'zod';
import { openDatabase } from '../_shared/database.ts';
import { sendDateLetters } from '../_shared/date-letters.ts';
import { publicEndpoint } from '../_shared/endpoint.ts';
import { logFacts } from '../_shared/log.ts';
import { batchSchema, countable, loggedFailures } from './reports.ts';
import { tellTeams } from './release-alarms.ts';

/** Longest body in characters: a batch has twenty reports of some two hundred each. */
const LONGEST = 20_000;

/**
 * Takes the shell's reports to `telemetryUrl`: `{ environment, entries }`, by `navigator.sendBeacon` and so as
 * `text/plain`. Counts per area, version and hour without identifying the browser; reports from another site's page are
 * dropped. The sender does not wait for the answer. Since browsers call this constantly, each call also triggers the
 * due mails about failing releases, and unsent ones about dates. Their content is decided elsewhere, and nothing in the
 * body changes it.
 */
export default publicEndpoint(
  batchSchema,
  async ({ body, environment, source, fromPortal }) => {
    const reports = countable(body);
    if (!fromPortal || reports.length === 0) return {};
    for (const failure of loggedFailures(body)) logFacts({ event: 'support', ...failure });
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
