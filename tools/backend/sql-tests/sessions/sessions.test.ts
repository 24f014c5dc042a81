import { onEveryEngine, SERVER } from '../database/engines';
import { loginAlertCases } from './login-alerts.cases';
import { ownSessionCases } from './own-sessions.cases';
import { recoveryCodeCases, recoveryCodeRaceCases } from './recovery-codes.cases';
import { secondFactorCases } from './second-factors.cases';

onEveryEngine((database, engine) => {
  describe('second factors', () => {
    secondFactorCases(database);
  });
  describe('recovery codes', () => {
    recoveryCodeCases(database);
  });
  describe('sessions and login alerts', () => {
    loginAlertCases(database);
  });
  describe('sessions', () => {
    ownSessionCases(database);
  });
  if (engine !== SERVER) return;
  describe('concurrently', () => {
    recoveryCodeRaceCases(database);
  });
});
