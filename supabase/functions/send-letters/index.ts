import { z } from 'zod';
import { openDatabase } from '../_shared/database.ts';
import { sendDateLetters } from '../_shared/date-letters.ts';
import { publicEndpoint } from '../_shared/endpoint.ts';
import { tellTrainees } from '../_shared/trainee-letters.ts';

/**
 * Sends mails about dates and bookings that nobody has sent: `{}` → `{ sent }`. A job of the database calls it, without a
 * key: which letters these are, to whom and how often, the database says alone, and asking twice sends nothing twice.
 * Whoever else asks learns a number.
 */
export default publicEndpoint(z.strictObject({}), async ({ environment }) => {
  const place = { environment, database: openDatabase(environment) };
  return { sent: (await sendDateLetters(place)) + (await tellTrainees(place)) };
});
