import { useState } from 'react';
import type { LearningModule } from '@nemus/data';
import { Button, ButtonLink, Icon, Row, Stack, Text, VisuallyHidden, type IconName } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { hasContent } from '../../content/block-content';
import { PATHS } from '../../paths';
import type { ModuleState } from './module-state';
import { ModuleText } from './ModuleText';
import { useCompleteModule } from './useCompleteModule';

const TYPES: Readonly<Record<LearningModule['type'], { icon: IconName; label: string }>> = {
  video: { icon: 'video', label: 'Video' },
  reading: { icon: 'reading', label: 'Text' },
  quiz: { icon: 'quiz', label: 'Quiz' },
};

/**
 * One module: its state, and the way into it. In a block with media the text opens here, for the journey has no step for
 * it; every other module is read in the journey of its block.
 */
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
        {locked ? null : hasContent(courseId, module.block_id) ? (
          <Button size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
            <VisuallyHidden>{module.title} </VisuallyHidden>
            {open ? 'Schließen' : 'Öffnen'}
          </Button>
        ) : (
          <ButtonLink
            component={Link}
            size="small"
            to={
              module.type === 'quiz'
                ? PATHS.block(courseId, module.block_id, 'quiz')
                : PATHS.module(courseId, module.block_id, module.id)
            }
          >
            <VisuallyHidden>{module.title} </VisuallyHidden>
            Öffnen
          </ButtonLink>
        )}
      </Row>
      {open && !locked ? <ModuleContent courseId={courseId} module={module} completed={completed} /> : null}
    </Stack>
  );
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
  const complete = useCompleteModule();
  // The step of the journey that shows more of the module.
  const step = module.type === 'reading' ? null : module.type;
  return (
    <Stack gap={1.5} sx={{ paddingInlineStart: { xs: 0, sm: 3.5 }, maxWidth: '44rem' }}>
      <ModuleText moduleId={module.id} title={module.title} level={4} />
      <Row gap={1}>
        {step === null ? null : (
          <ButtonLink component={Link} size="small" to={PATHS.block(courseId, module.block_id, step)}>
            {step === 'video' ? 'Zum Video' : 'Zum Quiz'}
          </ButtonLink>
        )}
        {completed || module.type === 'quiz' ? null : (
          <Button
            size="small"
            variant="primary"
            loading={complete.isPending}
            onClick={() => complete.mutate(module.id)}
          >
            Als abgeschlossen markieren
          </Button>
        )}
      </Row>
    </Stack>
  );
}
