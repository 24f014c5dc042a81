import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import { COMPETENCIES, competencySchema, type Competency } from '../rows/course';

const rowsSchema = z.array(
  z.object({
    competency: competencySchema,
    total_progress_percentage: z.number(),
    is_sample: z.boolean().default(false),
  }),
);

/** Progress of 0 to 100 in each of the six competencies. A competency without a row is at 0. */
export interface CompetencyProgress extends Readonly<Record<Competency, number>> {
  /** Partly sample data. */
  readonly isSample: boolean;
}

/** The account's progress by competency (`nemus_competency_progress`, S-12.6). */
export async function fetchCompetencyProgress(client: DataClient, userId: string): Promise<CompetencyProgress> {
  const rows = await readRows(
    await client
      .from('nemus_competency_progress')
      .select('competency, total_progress_percentage, is_sample')
      .eq('user_id', userId)
      .limit(COMPETENCIES.length),
    rowsSchema,
  );
  const progressOf = (competency: Competency) =>
    rows.find((row) => row.competency === competency)?.total_progress_percentage ?? 0;
  return {
    fachliche_kompetenz: progressOf('fachliche_kompetenz'),
    diagnostische_kompetenz: progressOf('diagnostische_kompetenz'),
    methoden_kompetenz: progressOf('methoden_kompetenz'),
    beziehungsgestaltung: progressOf('beziehungsgestaltung'),
    personale_kompetenz: progressOf('personale_kompetenz'),
    professionelle_haltung: progressOf('professionelle_haltung'),
    isSample: rows.some((row) => row.is_sample),
  };
}

export const competencyProgressQuery = (client: DataClient, userId: string) =>
  queryOptions({
    queryKey: ['learning', 'competency-progress', userId],
    queryFn: () => fetchCompetencyProgress(client, userId),
  });
