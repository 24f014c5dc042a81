import { randomUUID } from 'node:crypto';

/** Records one; the answer's fields beside the recorded text. */
export const RECORD_WITHDRAWAL = `select r ->> 'reference' as reference, (r ->> 'receipt_sent')::boolean as sent,
    (r ->> 'claimed')::boolean as claimed, (r ->> 'is_new')::boolean as is_new
  from nemus_record_withdrawal($1::uuid, $2, $3, $4, $5, $6) as r`;

interface Declared {
  readonly email?: string;
  readonly key?: string;
  readonly contract?: string;
  readonly source?: string | null;
}

/** The parameters of {@link RECORD_WITHDRAWAL}, of a new address unless one is given. */
export const declaration = ({ email, key, contract, source = null }: Declared = {}) => [
  key ?? randomUUID(),
  'Mira Sommer',
  email ?? `widerruf.${randomUUID()}@x.example`,
  contract ?? 'Kurs Ethik',
  '',
  source,
];
