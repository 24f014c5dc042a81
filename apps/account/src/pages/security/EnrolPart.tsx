import { useId, useState, type FormEvent } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { CopyButton, factorFailure, useAction, useDataClient } from '@nemus/area';
import type { FactorsPort, NewFactor } from '@nemus/contract';
import { usePorts } from '@nemus/contract/react';
import { makeRecoveryCodes } from '@nemus/data';
import { Alert, Box, Button, Card, Form, FormActions, Stack, Text, TextField } from '@nemus/ui';
import { FactorCode } from './FactorCode';

/** Sets a second factor up: its name, then the code for the app and the first code of the app. */
export function EnrolPart({
  factors,
  isFirst,
  onCodes,
  onDone,
}: {
  factors: FactorsPort;
  /** The account has none yet: it gets recovery codes with it. */
  isFirst: boolean;
  onCodes: (codes: readonly string[]) => void;
  onDone: () => void;
}) {
  const [begun, setBegun] = useState<NewFactor | null>(null);
  return begun === null ? (
    <NameForm factors={factors} isFirst={isFirst} onBegun={setBegun} onCancel={onDone} />
  ) : (
    <FirstCodeForm factors={factors} begun={begun} isFirst={isFirst} onCodes={onCodes} onDone={onDone} />
  );
}

function NameForm({
  factors,
  isFirst,
  onBegun,
  onCancel,
}: {
  factors: FactorsPort;
  isFirst: boolean;
  onBegun: (factor: NewFactor) => void;
  onCancel: () => void;
}) {
  const [name, setName] = useState(isFirst ? 'Authenticator-App' : '');
  const { mutate, isPending, error } = useAction({
    mutationFn: (chosen: string) => factors.begin(chosen),
    onSuccess: onBegun,
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    mutate(name.trim());
  }
  return (
    <Form onSubmit={submit}>
      <Card title="Schritt 1 von 2: Name" level={2} as="div">
        <Text>
          Sie brauchen eine Authenticator-App auf Ihrem Telefon, etwa die Passwörter-App des iPhones, Google
          Authenticator oder 2FAS. Andere Geräte, auf denen Sie angemeldet sind, melden wir danach ab.
        </Text>
        {error ? <Alert tone="error">{factorFailure(error)}</Alert> : null}
        <TextField
          label="Name"
          hint="Woran Sie die App wiedererkennen, etwa „Telefon privat“."
          required
          maxLength={60}
          autoComplete="off"
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </Card>
      <FormActions>
        <Button type="submit" variant="primary" loading={isPending}>
          Weiter
        </Button>
        <Button onClick={onCancel}>Abbrechen</Button>
      </FormActions>
    </Form>
  );
}

function FirstCodeForm({
  factors,
  begun,
  isFirst,
  onCodes,
  onDone,
}: {
  factors: FactorsPort;
  begun: NewFactor;
  isFirst: boolean;
  onCodes: (codes: readonly string[]) => void;
  onDone: () => void;
}) {
  const client = useDataClient();
  const queries = useQueryClient();
  const { notify } = usePorts();
  const secretId = useId();
  const [code, setCode] = useState('');
  const { mutate, isPending, error } = useAction({
    mutationFn: (given: string) => factors.finish(begun.id, given),
    onSuccess: async () => {
      notify({ kind: 'success', title: 'Zweiter Faktor eingeschaltet' });
      // The factor is on, even if the codes fail: they can be created at any time.
      const codes = isFirst ? await makeRecoveryCodes(client).catch(() => null) : null;
      void queries.invalidateQueries({ queryKey: ['factors'] });
      void queries.invalidateQueries({ queryKey: ['factor-state'] });
      if (codes) onCodes(codes);
      else onDone();
    },
    onError: () => setCode(''),
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    mutate(code);
  }
  return (
    <Form onSubmit={submit}>
      <Card title="Schritt 2 von 2: App verbinden" level={2} as="div">
        <Text>Scannen Sie den Code mit der App. Geben Sie danach die sechs Ziffern ein, die sie zeigt.</Text>
        <FactorCode uri={begun.uri} />
        <Stack gap={0.5}>
          <Text variant="small" tone="muted" id={secretId}>
            Oder geben Sie diesen Schlüssel in der App ein:
          </Text>
          <Box component="code" aria-labelledby={secretId} role="group" sx={{ overflowWrap: 'anywhere' }}>
            {begun.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
          </Box>
          <CopyButton text={begun.secret} label="Schlüssel kopieren" />
        </Stack>
        {error ? <Alert tone="error">{factorFailure(error)}</Alert> : null}
        <TextField
          label="Code aus der App"
          hint="Sechs Ziffern, die alle 30 Sekunden wechseln."
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          required
          value={code}
          onChange={({ target }) => setCode(target.value)}
        />
      </Card>
      <FormActions>
        <Button type="submit" variant="primary" loading={isPending}>
          Einschalten
        </Button>
        <Button onClick={onDone}>Abbrechen</Button>
      </FormActions>
    </Form>
  );
}
