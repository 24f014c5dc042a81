import type { TraineeSelection } from '@nemus/data';

/** The list of trainees as it opens: without search and filters. */
export const ALL_TRAINEES: TraineeSelection = {
  search: '',
  status: null,
  access: null,
  competency: null,
  sort: 'name',
  descending: false,
};
