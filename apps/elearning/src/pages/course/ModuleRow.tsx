import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { QueryPart, useDataClient } from '@nemus/area';
import { usePorts } from '@nemus/contract/react';
import { completeModule, DataError, moduleContentQuery, type LearningModule } from '@nemus/data';
import { Button, ButtonLink, Icon, Row, SkeletonText, Stack, Text, VisuallyHidden, type IconName } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { hasContent } from '../../content/block-content';
import { PATHS } from '../../paths';
import type { ModuleState } from './module-state';

const TYPES: Readonly<Record<LearningModule['type'], { icon: IconName; label: string }>> = {
  video: { icon: 'video', label: 'Video' },
  reading: { icon: 'reading', label: 'Text' },
  quiz: { icon: 'quiz', label: 'Quiz' },
};

/** One module: its state, its content when it is open, and the button that completes it. */
export function ModuleRow({ courseId, state }: { courseId: string; state: ModuleState }) {
  const { module, completed, locked } = state;
  const [open, setOpen] = useState(false);
  const { icon, label } = TYPES[module.type];
  return (
    <Stack as="li" gap={1} sx={{ paddingBlock: 1.25, borderBlockStart: '1px solid', borderColor: 'divider' }}>
      <Row gap={1} justify="between">
        <Row gap={1} wrap={false} sx={{ flex: '1 1 14rem' }}>
          <Icon name={completed ? 'check-circle' : locked ? 'lock' : icon} size={20} />
          <Stack gap={0}>
            <Text as="span" tone={locked ? 'muted' : 'default'}>
              {module.title}
              <VisuallyHidden>{completed ? ', abgeschlossen' : locked ? ', gesperrt' : ', offen'}</VisuallyHidden>
            </Text>
            <Text as="span" variant="caption" tone="muted">
              {label} · {module.duration_minutes} Min.
            </Text>
          </Stack>
        </Row>
        {locked ? null : (
          <Button size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
            <VisuallyHidden>{module.title} </VisuallyHidden>
            {open ? 'Schließen' : 'Öffnen'}
          </Button>
        )}
      </Row>
      {open && !locked ? <ModuleContent courseId={courseId} module={module} completed={completed} /> : null}
    </Stack>
  );
}

/** The step of the block's journey that a module is worked through in; null for one that is read here. */
function stepOf({ type, block_id }: LearningModule, courseId: string): 'video' | 'quiz' | null {
  if (type === 'quiz') return 'quiz';
  return type === 'video' && block_id !== null && hasContent(courseId, block_id) ? 'video' : null;
}

function ModuleContent({
  courseId,
  module,
  completed,
}: {
  courseId: string;
  module: LearningModule;
  completed: boolean;
}) {
  const client = useDataClient();
  const queryClient = useQueryClient();
  const { events, notify } = usePorts();
  const complete = useMutation({
    mutationFn: () => completeModule(client, module.id),
    onSuccess: async ({ course_id }) => {
      await queryClient.invalidateQueries({ queryKey: ['learning', 'progress'] });
      events.publish('enrollments-changed', { courseId: course_id });
    },
    onError: (error) =>
      notify({
        kind: 'error',
        title: 'Modul nicht abgeschlossen',
        description: error instanceof DataError ? error.message : 'Bitte versuchen Sie es noch einmal.',
      }),
  });
  const content = useQuery(moduleContentQuery(client, module.id));
  const step = stepOf(module, courseId);
  return (
    <Stack gap={1.5} sx={{ paddingInlineStart: { xs: 0, sm: 3.5 }, maxWidth: '44rem' }}>
      <QueryPart query={content} title="Dieses Modul" loading={<SkeletonText lines={3} />}>
        {(text) => <Text>{text}</Text>}
      </QueryPart>
      <Row gap={1}>
        {step === null || module.block_id === null ? null : (
          <ButtonLink component={Link} size="small" to={PATHS.block(courseId, module.block_id, step)}>
            {step === 'video' ? 'Zum Video' : 'Zum Quiz'}
          </ButtonLink>
        )}
        {completed || module.type === 'quiz' ? null : (
          <Button size="small" variant="primary" loading={complete.isPending} onClick={() => complete.mutate()}>
            Als abgeschlossen markieren
          </Button>
        )}
      </Row>
    </Stack>
  );
}
