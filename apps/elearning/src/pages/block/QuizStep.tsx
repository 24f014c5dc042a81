import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient } from '@nemus/area';
import { startQuiz } from '@nemus/data';
import { SkeletonCard } from '@nemus/ui';
import type { ComicPanel } from '../../comic/panel';
import { Quiz, type QuizEvents } from './Quiz';
import type { BlockPlace } from './useJourney';

/** The quiz of a block: the account's current run, with its questions. */
export function QuizStep({
  place: { courseId, blockId },
  panels,
  ...events
}: QuizEvents & { place: BlockPlace; panels: readonly ComicPanel[] }) {
  const client = useDataClient();
  // A run is started once per visit, and no event of the portal starts another: its key is separate from the rest.
  const stored = useQuery({
    queryKey: ['quiz-run', courseId, blockId],
    queryFn: () => startQuiz(client, courseId, blockId),
    staleTime: Infinity,
    gcTime: 0,
  });
  return (
    <QueryPart query={stored} title="Das Quiz" loading={<SkeletonCard lines={6} />}>
      {(run) => <Quiz stored={run} panels={panels} {...events} />}
    </QueryPart>
  );
}
