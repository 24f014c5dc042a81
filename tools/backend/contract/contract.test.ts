import { authContract } from './auth.cases';
import { browserContract } from './browsers.cases';
import { factorsContract } from './factors.cases';
import { filesContract } from './files.cases';
import { jobsContract } from './jobs.cases';
import { passwordContract } from './passwords.cases';
import { registrationContract } from './registration.cases';
import { restContract } from './rest.cases';
import { sessionsContract } from './sessions.cases';
import { learningFilesContract } from './learning-files.cases';
import { hostedTarget, isHosted, localTarget } from './target';
import { toolsContract } from './tools.cases';

jest.setTimeout(60_000);

/*
 * The same checks for the embedded backend and for a hosted project:
 *   SUPABASE_URL=https://….supabase.co SUPABASE_PUBLISHABLE_KEY=sb_publishable_… npm test -w @nemus/backend
 * The hosted project needs the migrations and the seed. What needs its mails or its secret key is not checked there.
 */
if (isHosted) {
  authContract(hostedTarget);
  factorsContract(hostedTarget);
  sessionsContract(hostedTarget);
  jobsContract(hostedTarget, () => process.env.SUPABASE_SECRET_KEY);
  restContract(hostedTarget);
  browserContract(hostedTarget);
} else {
  const target = localTarget();
  authContract(target);
  factorsContract(target);
  sessionsContract(target);
  jobsContract(target, () => target().secretKey);
  restContract(target);
  browserContract(target);
  registrationContract(target);
  passwordContract(target);
  filesContract(target);
  learningFilesContract(target);
  toolsContract(target);
}
