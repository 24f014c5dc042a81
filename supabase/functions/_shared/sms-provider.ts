import type { Environment } from './environment.ts';
import { seven } from './seven.ts';
import type { SmsProvider } from './sms.ts';

/** The provider of this installation; null where none is configured. */
export const smsProvider = (environment: Environment): SmsProvider | null =>
  environment.smsKey === undefined ? null : seven(environment, environment.smsKey);
