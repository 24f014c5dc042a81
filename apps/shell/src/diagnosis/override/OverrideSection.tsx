import { useState, type SubmitEvent } from 'react';
import {
  Alert,
  Button,
  Card,
  DefinitionList,
  Form,
  FormActions,
  formatDateTime,
  Section,
  Stack,
  Text,
  TextArea,
  useSingleRun,
} from '@nemus/ui';
import { useStore } from 'zustand';
import { usePortal, useRegistryState, useSessionState } from '../../portal/portal-context';
import { OverrideRefused } from '@nemus/host/overrides/override-service';
import { OPERATOR } from '../release-rights';
import { otherAccountHint } from './other-account';
import { OVERRIDE_TEXTS } from './override-texts';

/** Overrides an area in this browser, and ends that. */
export function OverrideSection() {
  const { overrides } = usePortal();
  const state = useStore(overrides.store);
  const { document } = useRegistryState();
  const { profile } = useSessionState();
  const hint =
    state.status === 'active' ? otherAccountHint(document, state.override.remote, profile?.userType ?? null) : null;
  return (
    <Section
      title="Umleitung"
      description="Ein Bereich kommt in diesem Browser für höchstens acht Stunden von woanders: von einem Entwicklungsrechner oder aus einer Version, die noch nicht freigegeben ist. Andere merken davon nichts."
    >
      {state.status === 'active' ? (
        <Card
          title={state.override.remote}
          level={3}
          footer={
            <Button icon="close" onClick={() => overrides.reset()}>
              Umleitung beenden
            </Button>
          }
        >
          <DefinitionList
            dense
            items={[
              { term: 'Adresse', value: state.override.url },
              { term: 'Endet', value: `${formatDateTime(state.override.until)} Uhr` },
            ]}
          />
          {hint === null ? null : <Alert tone="warning">{hint}</Alert>}
        </Card>
      ) : (
        <OverrideForm isOperator={profile?.rights.includes(OPERATOR) ?? false} />
      )}
    </Section>
  );
}

function OverrideForm({ isOperator }: { isOperator: boolean }) {
  const { overrides, config } = usePortal();
  const [line, setLine] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const origins = [new URL(config.storeUrl).origin, ...config.overrideOrigins];

  const take = useSingleRun(async () => {
    setProblem(null);
    try {
      await overrides.take(line);
    } catch (error) {
      setProblem(OVERRIDE_TEXTS[error instanceof OverrideRefused ? error.refusal : 'unreachable']);
    }
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void take.start();
  };

  return (
    <Form onSubmit={submit} aria-label="Umleitung">
      <Stack gap={0.5}>
        <Text variant="small" tone="muted">
          {isOperator ? 'Sie dürfen jeden Bereich umleiten.' : 'Sie dürfen umleiten, was Ihrem Team gehört.'} Erlaubt
          sind Adressen auf <code>{origins.join(', ')}</code>.
        </Text>
        <Text variant="small" tone="muted">
          Die Zeile gibt der Befehl{' '}
          <code>npx --no-install @nemus/release override &lt;Bereich&gt; --url &lt;Adresse&gt;</code> aus.
        </Text>
      </Stack>
      <TextArea
        label="Zeile der Kommandozeile"
        rows={3}
        spellCheck={false}
        value={line}
        error={problem ?? undefined}
        onChange={(event) => setLine(event.target.value)}
      />
      <FormActions>
        <Button type="submit" variant="primary" loading={take.running} disabled={line.trim() === ''}>
          Umleitung starten
        </Button>
      </FormActions>
    </Form>
  );
}
