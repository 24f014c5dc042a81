import { useState } from 'react';
import { useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { QueryPart, reasonOf, useAction, useDataClient } from '@nemus/area';
import { usePorts } from '@nemus/contract/react';
import { askSupport, type Subscription, type SupportRequest } from '@nemus/data';
import {
  Alert,
  Button,
  Card,
  Form,
  FormActions,
  formatDateTime,
  Section,
  SkeletonRows,
  Stack,
  StatusChip,
  Text,
  TextArea,
  TextField,
} from '@nemus/ui';
import { isRunning } from '../../plans/plans';

/** Limits of the database, in characters. */
const LONGEST = { subject: 150, message: 4000 } as const;
const isShort = (text: string) => text.trim().length < 3;

/** Requests to the support, which a running subscription includes, with their answers. Earlier ones stay readable. */
export function SupportSection({
  subscription,
  requests,
}: {
  subscription: UseQueryResult<Subscription | null>;
  requests: UseQueryResult<SupportRequest[]>;
}) {
  const current = subscription.data ?? null;
  const runs = isRunning(current);
  if (!runs && (requests.data ?? []).length === 0) return null;
  return (
    <Section title="Anfragen an den Support" description={describe(runs ? current : null)}>
      <QueryPart query={requests} title="Ihre Anfragen" loading={<SkeletonRows count={2} />}>
        {(asked) => (
          <Stack gap={2}>
            {runs && <RequestForm />}
            {asked.length > 0 && (
              <Stack as="ul" role="list" aria-label="Ihre Anfragen" gap={1.5} sx={{ listStyle: 'none', padding: 0 }}>
                {asked.map((request) => (
                  <RequestCard key={request.id} request={request} />
                ))}
              </Stack>
            )}
          </Stack>
        )}
      </QueryPart>
    </Section>
  );
}

function describe(current: Subscription | null): string {
  if (current === null) return 'Neue Anfragen gehören zu einem Abonnement. Offene werden noch beantwortet.';
  return current.tier === 'yearly'
    ? 'Mit dem Jahresabonnement werden Ihre Anfragen vor allen anderen beantwortet, solange es läuft.'
    : 'Die Antwort steht hier. Anfragen mit Jahresabonnement kommen zuerst an die Reihe.';
}

function RequestForm() {
  const client = useDataClient();
  const queries = useQueryClient();
  const { notify } = usePorts();
  const [id, setId] = useState(() => crypto.randomUUID());
  const [subject, setSubject] = useState('');
  const [message, setMessage] = useState('');
  const [tried, setTried] = useState(false);
  const ask = useAction({
    mutationFn: () => askSupport(client, { id, subject, message }),
    onSuccess: () => {
      notify({ kind: 'success', title: 'Anfrage gesendet' });
      setId(crypto.randomUUID());
      setSubject('');
      setMessage('');
      setTried(false);
      void queries.invalidateQueries({ queryKey: ['support'] });
    },
  });
  const missing = 'Bitte geben Sie mindestens drei Zeichen an.';
  return (
    <Card as="div" sx={{ maxWidth: '36rem' }}>
      <Form
        aria-label="Anfrage an den Support"
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (!isShort(subject) && !isShort(message)) ask.mutate();
        }}
      >
        {ask.error !== null && <Alert tone="error">{reasonOf(ask.error)}</Alert>}
        <TextField
          label="Betreff"
          maxLength={LONGEST.subject}
          value={subject}
          error={tried && isShort(subject) ? missing : undefined}
          onChange={({ target }) => setSubject(target.value)}
        />
        <TextArea
          label="Nachricht"
          hint="Bitte nennen Sie keine Namen von Patient*innen."
          maxLength={LONGEST.message}
          value={message}
          error={tried && isShort(message) ? missing : undefined}
          onChange={({ target }) => setMessage(target.value)}
        />
        <FormActions>
          <Button type="submit" variant="primary" icon="mail" loading={ask.isPending}>
            Anfrage senden
          </Button>
        </FormActions>
      </Form>
    </Card>
  );
}

function RequestCard({ request }: { request: SupportRequest }) {
  const { subject, message, created_at: asked, answer, answered_at: answered } = request;
  return (
    <Card
      as="li"
      level={3}
      title={subject}
      aside={
        <StatusChip tone={answer === null ? 'info' : 'success'}>{answer === null ? 'Offen' : 'Beantwortet'}</StatusChip>
      }
    >
      <Stack gap={1}>
        <Text variant="caption" tone="muted" numeric>
          Gefragt am {formatDateTime(asked)} Uhr
        </Text>
        <Text sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{message}</Text>
        {answer !== null && answered !== null && (
          <>
            <Text variant="caption" tone="muted" numeric>
              Antwort vom {formatDateTime(answered)} Uhr
            </Text>
            <Text sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{answer}</Text>
          </>
        )}
      </Stack>
    </Card>
  );
}
