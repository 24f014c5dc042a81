import { useState } from 'react';
import { Button } from '../actions/Button';
import { Alert, Banner } from '../feedback/Alert';
import { EmptyState, NoResults } from '../feedback/EmptyState';
import { ErrorCard, FailureCard } from '../feedback/ErrorCard';
import { NotFound, ProfileMissing } from '../feedback/NotFound';
import { SkeletonCards, SkeletonRows, SkeletonText, SkeletonTiles } from '../feedback/Skeleton';
import { FullPageSpinner, Spinner } from '../feedback/Spinner';
import { Toast, ToastRegion, type ToastMessage } from '../feedback/Toast';
import { Grid, Row, Stack, Surface } from '../layout/primitives';
import { Group, Specimen } from './Specimen';

const SAMPLES: readonly ToastMessage[] = [
  {
    id: 'a',
    kind: 'success',
    title: 'Registrierung erfolgreich',
    description: 'Bitte überprüfen Sie Ihre E-Mails zur Bestätigung',
  },
  { id: 'b', kind: 'info', title: 'Eine neue Version ist da', description: 'Sie gilt ab dem nächsten Seitenwechsel.' },
  { id: 'c', kind: 'error', title: 'Anmeldefehler', description: 'Bitte prüfen Sie Ihre Eingabe.' },
];
const KINDS = ['info', 'success', 'warning', 'error'] as const;
const nothing = () => undefined;

/** Loading, empty, failed and done. */
export function Feedback() {
  const [toasts, setToasts] = useState<readonly ToastMessage[]>([]);
  const [closed, setClosed] = useState(false);
  return (
    <Group
      id="rueckmeldung"
      title="Rückmeldung"
      description="Jeder Bereich lädt, ist leer, scheitert und gelingt für sich."
    >
      <Specimen name="Alert">
        <Stack gap={1.5}>
          {KINDS.map((tone) => (
            <Alert key={tone} tone={tone} title={`Meldung ${tone}`}>
              Ein Satz, der sagt, was ist und was zu tun ist.
            </Alert>
          ))}
          {closed ? null : (
            <Alert onClose={() => setClosed(true)} actions={<Button size="small">Anmeldung prüfen</Button>}>
              Ohne Titel, mit Aktion und schließbar.
            </Alert>
          )}
        </Stack>
      </Specimen>
      <Specimen name="Banner">
        <Banner tone="warning" actions={<Button size="small">Aktuelle Version laden</Button>}>
          Sie sehen eine ältere Version des Bereichs E-Learning.
        </Banner>
      </Specimen>
      <Specimen name="Toast, ToastRegion">
        <Grid min="20rem">
          {SAMPLES.map((toast) => (
            <Toast key={toast.id} toast={{ ...toast, kind: toast.kind }} onDismiss={nothing} />
          ))}
        </Grid>
        <Row>
          {SAMPLES.map((toast) => (
            <Button
              key={toast.id}
              onClick={() => setToasts((shown) => [...shown, { ...toast, id: `${toast.id}${shown.length}` }])}
            >
              Meldung zeigen: {toast.title}
            </Button>
          ))}
        </Row>
        <ToastRegion
          toasts={toasts}
          onDismiss={(id) => setToasts((shown) => shown.filter((toast) => toast.id !== id))}
        />
      </Specimen>
      <Grid min="22rem" gap={3}>
        <Specimen name="EmptyState">
          <EmptyState
            icon="trainees"
            title="Noch keine Weiterbildungskandidat*innen"
            action={
              <Button variant="primary" icon="invite">
                Person einladen
              </Button>
            }
          >
            Laden Sie Ihre Kandidat*innen ein. Sobald sie sich anmelden, sehen Sie hier ihren Fortschritt.
          </EmptyState>
        </Specimen>
        <Specimen name="NoResults">
          <NoResults title="Keine Kurse gefunden" onClear={nothing} />
        </Specimen>
        <Specimen name="ErrorCard">
          <ErrorCard
            title="Laden fehlgeschlagen: Ihre Kurse"
            message="Der Server ist gerade nicht erreichbar. Bitte prüfen Sie Ihre Verbindung."
            supportId="K7QM-2XWD"
            onRetry={nothing}
          />
        </Specimen>
        <Specimen name="ErrorCard, versucht es erneut">
          <ErrorCard onRetry={nothing} retrying />
        </Specimen>
      </Grid>
      <Specimen name="FailureCard">
        <FailureCard
          level={3}
          area="E-Learning"
          reason="Die Dateien des Bereichs sind nicht erreichbar."
          supportId="K7QM-2XWD"
          supportEmail="support@nemus.example"
          onRetry={nothing}
          onPrevious={nothing}
          details={[
            ['Bereich', 'elearning'],
            ['Version', '1.4.0-3f9a1c20be77'],
            ['Fehlerart', 'network'],
          ]}
        />
      </Specimen>
      <Specimen name="Skeletons">
        <Stack gap={3}>
          <SkeletonTiles />
          <SkeletonCards count={3} />
          <Grid min="20rem" gap={3}>
            <SkeletonText lines={4} />
            <SkeletonRows count={3} />
          </Grid>
        </Stack>
      </Specimen>
      <Specimen name="Spinner, FullPageSpinner">
        <Row gap={4}>
          <Spinner />
          <Spinner size={36} visibleLabel />
        </Row>
        <Surface padding="none">
          <FullPageSpinner />
        </Surface>
      </Specimen>
      <Grid min="22rem" gap={3}>
        <Specimen name="NotFound">
          <Surface padding="none">
            <NotFound homeHref="#rueckmeldung" />
          </Surface>
        </Specimen>
        <Specimen name="ProfileMissing">
          <Surface padding="none">
            <ProfileMissing onReload={nothing} />
          </Surface>
        </Specimen>
      </Grid>
    </Group>
  );
}
