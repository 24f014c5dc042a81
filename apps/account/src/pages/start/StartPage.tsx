import { FirstSteps, pageReads } from '@nemus/area';
import { useSession } from '@nemus/contract/react';
import { firstStepsQuery } from '@nemus/data';
import { Card, Text } from '@nemus/ui';
import { AccountPage } from '../../frame/AccountPage';

export const { reads, usePageReads } = pageReads(({ client, userId }) => ({
  firstSteps: firstStepsQuery(client, userId),
}));

/** The area's purpose, the account, and the first steps, which can be reopened here. */
export default function StartPage() {
  const { profile } = useSession();
  const { firstSteps } = usePageReads();
  return (
    <AccountPage title="Konto" intro="Sicherheit Ihrer Anmeldung, und was das Portal Ihnen mitteilt.">
      <Card title="Angemeldet" level={2}>
        <Text>{profile ? `Sie sind angemeldet als ${profile.email}.` : 'Ihr Profil konnte nicht geladen werden.'}</Text>
      </Card>
      <FirstSteps steps={firstSteps.data} isOwnPlace />
    </AccountPage>
  );
}
