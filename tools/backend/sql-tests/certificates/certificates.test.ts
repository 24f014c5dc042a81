import { onEveryEngine } from '../database/engines';
import { certificateCases } from './certificates.cases';
import { verificationCases } from './verification.cases';

onEveryEngine((database) => {
  describe('certificates', () => {
    certificateCases(database);
  });
  describe('whether a certificate is genuine', () => {
    verificationCases(database);
  });
});
