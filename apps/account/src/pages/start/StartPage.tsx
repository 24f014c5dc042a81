import { useSession } from '@nemus/contract/react';
import { Card, Text } from '@nemus/ui';
import { AccountPage } from '../../frame/AccountPage';

/** What the area is for, and who is signed in. */
export default function StartPage() {
  const { profile } = useSession();
  return (
    <AccountPage title="Konto" intro="Sicherheit Ihrer Anmeldung, und was das Portal Ihnen mitteilt.">
      <Card title="Angemeldet" level={2}>
        <Text>{profile ? `Sie sind angemeldet als ${profile.email}.` : 'Ihr Profil konnte nicht geladen werden.'}</Text>
      </Card>
    </AccountPage>
  );
}
