import { useState } from 'react';
import { QueryPart, reasonOf, useAction, useDataClient } from '@nemus/area';
import type { FactorsPort, SecondFactor } from '@nemus/contract';
import { usePorts } from '@nemus/contract/react';
import { makeRecoveryCodes, type FactorState } from '@nemus/data';
import { Alert, Button, Card, Chip, formatDate, Row, SkeletonRows, Stack, Text } from '@nemus/ui';
import { RemoveDialog } from './RemoveDialog';
import { useFactors } from './useFactors';

interface Actions {
  readonly onCodes: (codes: readonly string[]) => void;
  readonly onEnrol: (isFirst: boolean) => void;
}

/** The account's second factors and recovery codes. */
export function FactorsPart({ factors, ...actions }: Actions & { factors: FactorsPort }) {
  const { list, state } = useFactors(factors);
  const loading = <SkeletonRows count={2} />;
  return (
    <QueryPart query={list} title="Zweiter Faktor" loading={loading}>
      {(known) => (
        <QueryPart query={state} title="Zweiter Faktor" loading={loading}>
          {(beside) => (
            <>
              <Reminder state={beside} isOn={known.length > 0} />
              <FactorList factors={factors} known={known} state={beside} onEnrol={actions.onEnrol} />
              {known.length > 0 ? <CodesCard state={beside} onCodes={actions.onCodes} /> : null}
            </>
          )}
        </QueryPart>
      )}
    </QueryPart>
  );
}

/** Why a factor should be set up now. */
function Reminder({ state, isOn }: { state: FactorState; isOn: boolean }) {
  if (isOn) return null;
  if (state.rights_require) {
    return (
      <Alert tone="warning" title="Ihre Rolle im Portal verlangt einen zweiten Faktor">
        Richten Sie ihn hier ein, dann geht es weiter. Bis dahin sehen und ändern Sie nichts, wofür Sie die Rolle haben.
      </Alert>
    );
  }
  if (state.required_by !== null) {
    return (
      <Alert tone="warning" title={`${state.required_by} verlangt einen zweiten Faktor`}>
        Richten Sie ihn hier ein. Bis dahin sehen und ändern Sie nichts von dieser Weiterbildungsstätte.
      </Alert>
    );
  }
  if (!state.is_recovered) return null;
  return (
    <Alert tone="warning" title="Ihr zweiter Faktor ist ausgeschaltet">
      Sie haben sich mit einem Wiederherstellungscode angemeldet. Richten Sie den zweiten Faktor jetzt neu ein: Bis
      dahin schützt nur Ihr Passwort das Konto.
    </Alert>
  );
}

function FactorList({
  factors,
  known,
  state,
  onEnrol,
}: {
  factors: FactorsPort;
  known: readonly SecondFactor[];
  state: FactorState;
  onEnrol: Actions['onEnrol'];
}) {
  const [removing, setRemoving] = useState<SecondFactor | null>(null);
  const isOn = known.length > 0;
  return (
    <Card
      title="Zweiter Faktor"
      level={2}
      aside={isOn ? <Chip tone="success">Eingeschaltet</Chip> : <Chip>Ausgeschaltet</Chip>}
      footer={
        <Button variant={isOn ? 'secondary' : 'primary'} icon="lock" onClick={() => onEnrol(!isOn)}>
          {isOn ? 'Weiteren Faktor einrichten' : 'Zweiten Faktor einrichten'}
        </Button>
      }
    >
      <Text tone="muted">
        Mit einem zweiten Faktor reicht das Passwort allein nicht: Bei der Anmeldung fragen wir zusätzlich nach einem
        Code, den eine App auf Ihrem Telefon zeigt. Für Geld, Freigaben und Personen fragen wir noch einmal danach.
      </Text>
      {isOn ? (
        <Stack as="ul" role="list" gap={1.5} sx={{ listStyle: 'none', padding: 0, margin: 0 }}>
          {known.map((factor) => (
            <Row key={factor.id} as="li" justify="between">
              <Text>
                <strong>{factor.name || 'Authenticator-App'}</strong>, eingerichtet am {formatDate(factor.createdAt)}
              </Text>
              <Button size="small" onClick={() => setRemoving(factor)} aria-label={`${factor.name} entfernen`}>
                Entfernen
              </Button>
            </Row>
          ))}
        </Stack>
      ) : null}
      {removing === null ? null : (
        <RemoveDialog
          factors={factors}
          factor={removing}
          isLast={known.length === 1}
          requiredBy={state.rights_require ? 'Ihre Rolle im Portal' : state.required_by}
          onClose={() => setRemoving(null)}
        />
      )}
    </Card>
  );
}

function CodesCard({ state, onCodes }: { state: FactorState; onCodes: Actions['onCodes'] }) {
  const client = useDataClient();
  const { notify } = usePorts();
  const make = useAction({
    mutationFn: () => makeRecoveryCodes(client),
    onSuccess: onCodes,
    onError: (error) => notify({ kind: 'error', title: 'Keine neuen Codes', description: reasonOf(error) }),
  });
  return (
    <Card
      title="Wiederherstellungscodes"
      level={2}
      footer={
        <Button loading={make.isPending} onClick={() => make.mutate()}>
          Neue Codes erstellen
        </Button>
      }
    >
      <Text>
        {state.codes_left === 0
          ? 'Sie haben keinen gültigen Code. Ohne Telefon kämen Sie nicht mehr in Ihr Konto.'
          : `Noch ${state.codes_left} von 10 Codes sind gültig.`}
      </Text>
      <Text tone="muted">Neue Codes ersetzen die bisherigen. Wir zeigen sie nur in diesem Moment.</Text>
    </Card>
  );
}
