import type { Environment } from './environment.ts';
import { sevenIo } from './seven-io.ts';
import type { SmsProvider } from './sms.ts';

/** The provider of this installation; null where none is configured. */
export const smsProvider = (environment: Environment): SmsProvider | null =>
  environment.smsKey === undefined ? null : sevenIo(environment, environment.smsKey);
