import { z } from 'zod';
import { openDatabase } from '../_shared/database.ts';
import { endpoint } from '../_shared/endpoint.ts';
import { Failure, type RefusalCode } from '../_shared/failure.ts';

const bodySchema = z.strictObject({ code: z.string().min(1).max(100) });
const outcomeSchema = z.enum(['done', 'wrong', 'none', 'too_many']);

const REFUSED: Readonly<Record<Exclude<z.infer<typeof outcomeSchema>, 'done'>, RefusalCode>> = {
  wrong: 'recovery_code_wrong',
  none: 'factor_missing',
  too_many: 'recovery_attempts',
};

/**
 * Uses a recovery code instead of the second factor: `{ code }` → `{}`. For a session opened with the password. The
 * account then has no factor, and sets one up again; its other sessions end, and it is notified.
 *
 * @throws {Failure} `recovery_code_wrong`, `factor_missing`, `recovery_attempts`
 */
export default endpoint(
  bodySchema,
  async ({ body, caller, environment }) => {
    const outcome = await openDatabase(environment).call(
      'nemus_use_recovery_code',
      { p_user: caller.id, p_session: caller.sessionId, p_code: body.code },
      outcomeSchema,
    );
    if (outcome !== 'done') throw new Failure(REFUSED[outcome]);
    return {};
  },
  { demand: 'not-yet' },
);
