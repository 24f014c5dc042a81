import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import type { Competency } from '../rows/course';
import { TRAINEE_COLUMNS, traineeSchema, type Trainee, type TraineeAccess, type TraineeStatus } from '../rows/trainee';
import { searchWords } from '../search/search-form';
import { readPages } from './pages';

export const TRAINEE_SORTS = ['name', 'email', 'status', 'registered', 'hours', 'access'] as const;
export type TraineeSort = (typeof TRAINEE_SORTS)[number];

/** Filters and order. Null means all. */
export interface TraineeSelection {
  /** Words that must all be in first name, last name or e-mail. */
  readonly search: string;
  readonly status: TraineeStatus | null;
  readonly access: TraineeAccess | null;
  readonly competency: Competency | null;
  readonly sort: TraineeSort;
  readonly descending: boolean;
}

/** A page of the list, and the length of the whole list. */
export interface TraineePage {
  /** From 1 on; the first one when the requested page is beyond the end. */
  readonly page: number;
  readonly trainees: readonly Trainee[];
  readonly total: number;
}

const COLUMN = {
  name: 'sort_name',
  email: 'email',
  status: 'status',
  registered: 'registered_on',
  hours: 'completed_hours',
  access: 'access',
} as const satisfies Readonly<Record<TraineeSort, string>>;

function select(client: DataClient, { search, status, access, competency, sort, descending }: TraineeSelection) {
  let request = client.from('nemus_trainee_list').select(TRAINEE_COLUMNS, { count: 'exact' });
  for (const word of searchWords(search)) request = request.like('search_text', `%${word}%`);
  if (status) request = request.eq('status', status);
  if (access) request = request.eq('access', access);
  if (competency) request = request.contains('competencies', [competency]);
  const sorted = request.order(COLUMN[sort], { ascending: !descending });
  // The id makes the order unique; otherwise a person could be on two pages.
  return (sort === 'name' ? sorted : sorted.order('sort_name')).order('id');
}

/**
 * One page of the institution's trainees; searched, filtered and sorted by the database.
 * @param page from 1 on
 */
export async function fetchTraineePage(
  client: DataClient,
  selection: TraineeSelection,
  page: number,
  pageSize: number,
): Promise<TraineePage> {
  const from = (page - 1) * pageSize;
  const answer = await select(client, selection).range(from, from + pageSize - 1);
  // A page beyond the end, from an old address.
  if (answer.status === 416 && page > 1) return fetchTraineePage(client, selection, 1, pageSize);
  const trainees = await readRows(answer, z.array(traineeSchema));
  return { page, trainees, total: answer.count ?? trainees.length };
}

/** All trainees of a selection, for an export. */
export function fetchTrainees(client: DataClient, selection: TraineeSelection): Promise<Trainee[]> {
  return readPages((from, to) => select(client, selection).range(from, to), z.array(traineeSchema));
}

/** Keeps the rows on the screen while the next selection loads. */
export const traineePageQuery = (client: DataClient, selection: TraineeSelection, page: number, pageSize: number) =>
  queryOptions({
    queryKey: ['trainees', selection, page, pageSize],
    queryFn: () => fetchTraineePage(client, selection, page, pageSize),
    placeholderData: keepPreviousData,
  });
