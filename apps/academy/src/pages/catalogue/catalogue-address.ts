import { competencySchema, SEMINAR_STATES, type SeminarSelection } from '@nemus/data';
import { z } from 'zod';

const stateSchema = z.enum(SEMINAR_STATES).nullable().catch(null);
const competencyOf = competencySchema.nullable().catch(null);
const pageSchema = z.coerce.number().int().min(1).max(100_000).catch(1);

/** Reads the list's state from the address; invalid values are ignored. */
export function readSelection(params: URLSearchParams): SeminarSelection {
  return {
    search: (params.get('suche') ?? '').slice(0, 100),
    state: stateSchema.parse(params.get('stand')),
    competency: competencyOf.parse(params.get('kompetenz')),
    page: pageSchema.parse(params.get('seite') ?? 1),
  };
}

/** Writes it into the address, without defaults. */
export function writeSelection({ search, state, competency, page }: SeminarSelection): URLSearchParams {
  const params = new URLSearchParams();
  if (search !== '') params.set('suche', search);
  if (state !== null) params.set('stand', state);
  if (competency) params.set('kompetenz', competency);
  if (page > 1) params.set('seite', String(page));
  return params;
}
