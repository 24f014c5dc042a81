import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient } from '@nemus/area';
import { useSession } from '@nemus/contract/react';
import { phoneQuery, type Phone } from '@nemus/data';
import { Card, SkeletonCard, Stack, Text } from '@nemus/ui';
import { AccountPage } from '../../frame/AccountPage';
import { CodeForm } from './CodeForm';
import { CurrentNumber } from './CurrentNumber';
import { NumberForm } from './NumberForm';

/** The mobile number that SMS go to: given with consent, proved by a code, ended at any time. */
export default function PhonePage() {
  const { userId } = useSession();
  const query = useQuery(phoneQuery(useDataClient(), userId));
  return (
    <AccountPage
      title="Mobilnummer"
      intro="Für SMS über Ihre Termine, Buchungen und Ihre Anmeldung. Wählen Sie unter „Benachrichtigungen“, welche Sie möchten."
    >
      <QueryPart query={query} title="Ihre Mobilnummer" loading={<SkeletonCard lines={4} />}>
        {(phone) => <PhoneParts phone={phone} />}
      </QueryPart>
    </AccountPage>
  );
}

function PhoneParts({ phone: { current, waiting } }: { phone: Phone }) {
  // Another number than the one that waits, or than the one in use.
  const [another, setAnother] = useState(false);
  const asks = another || (current === null && waiting === null);
  return (
    <Stack gap={3}>
      {current !== null && <CurrentNumber current={current} onChange={() => setAnother(true)} />}
      {waiting !== null && !another && (
        <CodeForm key={waiting.askedAt} number={waiting.number} onAnother={() => setAnother(true)} />
      )}
      {asks && (
        <NumberForm onAsked={() => setAnother(false)} onCancel={another ? () => setAnother(false) : undefined} />
      )}
      <Card title="Was Sie wissen sollten" level={2}>
        <Stack gap={1}>
          <Text>
            SMS kommen zwischen 8 und 21 Uhr; nur was Ihre Sicherheit betrifft, kommt sofort. In einer SMS stehen keine
            Namen und keine Titel, sondern ein Link in das Portal.
          </Text>
          <Text>
            Antworten auf eine SMS, auch „STOP“, erreichen uns nicht. Beenden können Sie die SMS jederzeit auf dieser
            Seite; Ihre Nummer wird dann gelöscht.
          </Text>
        </Stack>
      </Card>
    </Stack>
  );
}
