import { useState } from 'react';
import { useDataClient } from '@nemus/area';
import {
  deleteRequirements,
  publishRequirements,
  retireRequirements,
  type RequirementSet,
  type StaffRequirementSet,
} from '@nemus/data';
import { Button, ButtonLink, ConfirmDialog, Dialog, formatCount, formatDate } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { useStaffMutation } from '../../dialogs/useStaffMutation';
import { missingOf } from '../../publishing/missing';
import { PublishingActions, type PublishingStep } from '../../publishing/PublishingActions';
import { SentenceList } from '../../publishing/SentenceList';
import { requirementPaths } from './paths';
import { GAP_TEXTS } from './requirement-labels';

const DONE = {
  publish: 'Anforderungen veröffentlicht',
  retire: 'Anforderungen zurückgezogen',
  delete: 'Entwurf gelöscht',
} as const satisfies Record<PublishingStep, string>;

/** Publishes, retires, copies and deletes, with a confirmation that explains the consequences. */
export function RequirementActions({
  details: { set, gaps, chosen },
  version,
  isDirty,
  onChanged,
  onDeleted,
}: {
  details: StaffRequirementSet;
  version: string;
  isDirty: boolean;
  onChanged: (changed: RequirementSet) => void;
  onDeleted: () => void;
}) {
  const client = useDataClient();
  const [asked, setAsked] = useState<PublishingStep | null>(null);
  const close = () => setAsked(null);
  const act = useStaffMutation({
    act: async (step: PublishingStep): Promise<PublishingStep> => {
      const seen = { id: set.id, updatedAt: version };
      if (step === 'publish') onChanged(await publishRequirements(client, seen));
      else if (step === 'retire') onChanged(await retireRequirements(client, seen));
      else {
        await deleteRequirements(client, seen);
        onDeleted();
      }
      return step;
    },
    done: (step) => ({ title: DONE[step], description: set.name }),
    failed: 'Nicht ausgeführt',
  });
  const run = (step: PublishingStep) => act.mutate(step, { onSettled: close });
  const missing = missingOf(gaps, GAP_TEXTS, isDirty);
  return (
    <PublishingActions
      state={set.state}
      asked={asked}
      busy={act.isPending}
      onAsk={setAsked}
      onDelete={() => run('delete')}
      deletion={`„${set.name}“ wird endgültig gelöscht.`}
      more={
        <ButtonLink component={Link} to={requirementPaths.copy(set.id)} icon="add">
          Neue Version
        </ButtonLink>
      }
    >
      <Dialog
        open={asked === 'publish' && missing.length > 0}
        onClose={close}
        title="Noch nicht zu veröffentlichen"
        description={set.name}
        actions={<Button onClick={close}>Schließen</Button>}
      >
        <SentenceList items={missing} />
      </Dialog>
      <ConfirmDialog
        open={asked === 'publish' && missing.length === 0}
        busy={act.isPending}
        title="Anforderungen veröffentlichen?"
        confirmLabel="Veröffentlichen"
        onConfirm={() => run('publish')}
        onCancel={close}
      >
        „{set.name}“ kann dann gewählt werden, ab dem {formatDate(`${set.valid_from}T12:00:00Z`)}. Keine Zahl lässt sich
        danach noch ändern; für andere Zahlen legen Sie eine neue Version an.
        {set.source === '' ? ' Die Quelle fehlt: Das steht so bei allen, die diesen Satz sehen.' : ''}
      </ConfirmDialog>
      <ConfirmDialog
        open={asked === 'retire'}
        danger
        busy={act.isPending}
        title="Anforderungen zurückziehen?"
        confirmLabel="Zurückziehen"
        onConfirm={() => run('retire')}
        onCancel={close}
      >
        Niemand kann „{set.name}“ dann mehr wählen.{' '}
        {chosen === 0
          ? 'Zurzeit hat niemand diesen Satz.'
          : `${formatCount(chosen, 'Person hat', 'Personen haben')} diesen Satz und behalten ihn.`}{' '}
        Sie können ihn jederzeit wieder veröffentlichen.
      </ConfirmDialog>
    </PublishingActions>
  );
}
