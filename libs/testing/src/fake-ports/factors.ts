import type { FactorsPort, SecondFactor } from '@nemus/contract';

/** The code that every factor of the fake accepts. */
const RIGHT_CODE = '123456';

/** Second factors that tests can inspect. */
export interface FakeFactors extends FactorsPort {
  /** Accepted codes. */
  given(): number;
}

function requireRight(code: string): void {
  if (code.replaceAll(/\D/g, '') !== RIGHT_CODE) {
    throw Object.assign(new Error('Invalid TOTP code entered'), { code: 'mfa_verification_failed' });
  }
}

/** Second factors of an account, in memory. */
export function fakeFactors(existing: readonly SecondFactor[] = []): FakeFactors {
  let known = [...existing];
  const begun = new Map<string, string>();
  let given = 0;
  return {
    list: () => Promise.resolve([...known]),
    begin: (name) => {
      const id = `factor-${begun.size + 1}`;
      begun.set(id, name);
      return Promise.resolve({
        id,
        secret: 'JBSWY3DPEHPK3PXP',
        uri: 'otpauth://totp/Nemus:mira?secret=JBSWY3DPEHPK3PXP',
      });
    },
    finish: async (id, code) => {
      requireRight(code);
      known = [...known, { id, name: begun.get(id) ?? '', createdAt: '2026-11-23T06:00:00+00:00' }];
    },
    give: async (code) => {
      requireRight(code);
      given += 1;
    },
    remove: async (id) => {
      known = known.filter((factor) => factor.id !== id);
    },
    given: () => given,
  };
}
