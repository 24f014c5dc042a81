import { useState } from 'react';
import { useDataClient } from '@nemus/area';
import {
  deleteRequirements,
  publishRequirements,
  retireRequirements,
  type RequirementSet,
  type StaffRequirementSet,
} from '@nemus/data';
import { Box, Button, ButtonLink, ConfirmDialog, Dialog, formatCount, formatDate, Row } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { useDeed } from '../../dialogs/useDeed';
import { requirementPaths } from './paths';
import { GAP_TEXTS } from './requirement-labels';

type Step = 'publish' | 'retire' | 'delete';

const DONE = {
  publish: 'Anforderungen veröffentlicht',
  retire: 'Anforderungen zurückgezogen',
  delete: 'Entwurf gelöscht',
} as const satisfies Record<Step, string>;

/** Publishes, retires, copies and deletes; each asks first and says what follows. */
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
  const [asked, setAsked] = useState<Step | null>(null);
  const close = () => setAsked(null);
  const act = useDeed({
    act: async (step: Step): Promise<Step> => {
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
  const run = (step: Step) => act.mutate(step, { onSettled: close });
  const missing = [
    ...gaps.map((gap) => GAP_TEXTS[gap]),
    ...(isDirty ? ['Ihre Änderungen sind noch nicht gespeichert. Bitte speichern Sie zuerst.'] : []),
  ];
  return (
    <Row gap={1}>
      {set.state === 'published' ? (
        <Button onClick={() => setAsked('retire')}>Zurückziehen</Button>
      ) : (
        <Button variant="primary" onClick={() => setAsked('publish')}>
          {set.state === 'draft' ? 'Veröffentlichen' : 'Wieder veröffentlichen'}
        </Button>
      )}
      <ButtonLink component={Link} to={requirementPaths.copy(set.id)} icon="add">
        Neue Version
      </ButtonLink>
      {set.state === 'draft' && (
        <Button variant="quiet" icon="delete" onClick={() => setAsked('delete')}>
          Entwurf löschen
        </Button>
      )}
      <Dialog
        open={asked === 'publish' && missing.length > 0}
        onClose={close}
        title="Noch nicht zu veröffentlichen"
        description={set.name}
        actions={<Button onClick={close}>Schließen</Button>}
      >
        <Box component="ul" sx={{ margin: 0, paddingInlineStart: '1.25rem' }}>
          {missing.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </Box>
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
      <ConfirmDialog
        open={asked === 'delete'}
        danger
        busy={act.isPending}
        title="Entwurf löschen?"
        confirmLabel="Entwurf löschen"
        onConfirm={() => run('delete')}
        onCancel={close}
      >
        „{set.name}“ wird endgültig gelöscht.
      </ConfirmDialog>
    </Row>
  );
}
