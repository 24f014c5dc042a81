import { Button, Card } from '@nemus/ui';
import { useSearchParams } from 'react-router-dom';
import type { ModuleState } from '../course/module-state';
import { ModuleText } from '../course/ModuleText';
import { useCompleteModule } from '../course/useCompleteModule';
import { FocusFrame } from './FocusFrame';
import { moduleToShow, onwardLabel, readModules } from './reading';
import { StepActions } from './StepActions';

/**
 * The texts of a block, one module at a time; the module is in the address, so that back and a reload stay at it. Going
 * on completes a module, which opens the next.
 */
export function ReadingStep({
  modules,
  onDone,
}: {
  /** All modules of the block, its quiz too. */
  modules: readonly ModuleState[];
  onDone: () => void;
}) {
  const [params, setParams] = useSearchParams();
  const complete = useCompleteModule();
  const read = readModules(modules);
  const shown = moduleToShow(modules, params.get('modul'));
  if (!shown) return null;
  const index = read.indexOf(shown);
  const { module, completed } = shown;
  const show = (state: ModuleState) => setParams({ schritt: 'reading', modul: state.module.id });
  const next = read[index + 1];
  const before = read[index - 1];
  const goOn = () => (next ? show(next) : onDone());
  return (
    <FocusFrame at={module.id} label={module.title}>
      <Card
        title={module.title}
        level={2}
        subtitle={`Modul ${index + 1} von ${read.length} · ${module.duration_minutes} Min.${completed ? ' · abgeschlossen' : ''}`}
      >
        <ModuleText moduleId={module.id} title={module.title} level={3} />
        <StepActions>
          <Button
            variant="quiet"
            icon="arrow-left"
            disabled={!before}
            onClick={() => {
              if (before) show(before);
            }}
          >
            Zurück
          </Button>
          <Button
            variant="primary"
            iconEnd="arrow-right"
            loading={complete.isPending}
            onClick={() => (completed ? goOn() : complete.mutate(module.id, { onSuccess: goOn }))}
          >
            {onwardLabel(modules, shown)}
          </Button>
        </StepActions>
      </Card>
    </FocusFrame>
  );
}
