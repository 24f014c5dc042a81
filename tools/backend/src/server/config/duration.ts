import { z } from 'zod';

const UNITS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const;

/** A duration as config.toml writes it ("10s", "1m", "24h", "1m30s"), in milliseconds. */
export const durationSchema = z
  .string()
  .regex(/^(\d+(ms|s|m|h))+$/, 'is no duration such as "60s" or "1m30s"')
  .transform((text) => {
    let milliseconds = 0;
    for (const [, amount, unit] of text.matchAll(/(\d+)(ms|s|m|h)/g)) {
      if (unit === 'ms' || unit === 's' || unit === 'm' || unit === 'h') milliseconds += Number(amount) * UNITS[unit];
    }
    return milliseconds;
  });
