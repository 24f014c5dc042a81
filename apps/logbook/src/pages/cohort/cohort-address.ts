import { COHORT_FILTERS, COHORT_SORTS } from '@nemus/data';
import { z } from 'zod';

/** The view of the cohort in the address; what is unknown there is left out. */
export const cohortAddressSchema = z.object({
  suche: z.string().default(''),
  stand: z.enum(COHORT_FILTERS).default('').catch(''),
  folge: z.enum(COHORT_SORTS).default('name').catch('name'),
  seite: z.coerce.number().int().min(1).default(1).catch(1),
});
export type CohortAddress = z.infer<typeof cohortAddressSchema>;

/** The address without its defaults. */
export const writeCohortAddress = ({ suche, stand, folge, seite }: CohortAddress): Record<string, string> => ({
  ...(suche !== '' && { suche }),
  ...(stand !== '' && { stand }),
  ...(folge !== 'name' && { folge }),
  ...(seite > 1 && { seite: String(seite) }),
});
