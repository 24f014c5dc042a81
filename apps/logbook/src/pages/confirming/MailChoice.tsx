import { reasonOf, useAction, useDataClient } from '@nemus/area';
import { usePorts, useSession } from '@nemus/contract/react';
import { chooseConfirmingMails, CONFIRMING_MAILS, type ConfirmingMails } from '@nemus/data';
import { Alert, Card, Link as TextLink, RadioGroup, Stack, Text, type RadioOption } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { usePublishLogbookChange } from '../../frame/usePublishLogbookChange';

const WORDS: Readonly<Record<ConfirmingMails, Omit<RadioOption<ConfirmingMails>, 'value'>>> = {
  immediate: { label: 'Sofort', hint: 'wenn Einträge ankommen, höchstens einmal in der Stunde' },
  daily: { label: 'Täglich', hint: 'am nächsten Morgen, wenn Einträge angekommen sind' },
  weekly: { label: 'Wöchentlich', hint: 'solange etwas länger als sieben Tage wartet' },
  none: { label: 'Keine', hint: 'auch keine Erinnerung; Mails zur Sicherheit Ihres Kontos kommen immer' },
};

/** How often the account gets mails about entries that wait, and where they go. */
export function MailChoice({ mails }: { mails: ConfirmingMails }) {
  const client = useDataClient();
  const publish = usePublishLogbookChange();
  const { notify } = usePorts();
  const { profile } = useSession();
  const choose = useAction({
    mutationFn: (pace: ConfirmingMails) => chooseConfirmingMails(client, pace),
    // Arrow keys choose several in a row: each is saved, one after the other, and the last one counts.
    sameBy: () => crypto.randomUUID(),
    scope: { id: 'confirming mails' },
    onSuccess: () => {
      publish();
      notify({ kind: 'success', title: 'Gespeichert' });
    },
  });
  return (
    <Card level={2} as="section" title="E-Mails über wartende Einträge">
      <Stack gap={2}>
        {choose.error !== null && <Alert tone="error">{reasonOf(choose.error)}</Alert>}
        <RadioGroup
          label="Wie oft"
          options={CONFIRMING_MAILS.map((value) => ({ value, ...WORDS[value] }))}
          value={choose.isPending ? choose.variables : mails}
          onValueChange={(pace) => choose.mutate(pace)}
        />
        <Text variant="small">
          Sie gehen an {profile?.email ?? 'die Adresse Ihres Kontos'}.{' '}
          <TextLink component={Link} to="/account/email">
            Adresse ändern
          </TextLink>
        </Text>
      </Stack>
    </Card>
  );
}
