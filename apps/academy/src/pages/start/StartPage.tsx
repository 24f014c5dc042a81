import { useSession } from '@nemus/contract/react';
import { Card, Page, Text } from '@nemus/ui';

/** The area's first page. Data comes from `@nemus/data` through `QueryPart` and `useDataClient` of `@nemus/area`. */
export default function StartPage() {
  const { profile } = useSession();
  return (
    <Page title={'Akademie'} intro="Dieser Bereich ist neu.">
      <Card title="Willkommen" level={2}>
        <Text>{profile ? `Sie sind angemeldet als ${profile.email}.` : 'Ihr Profil konnte nicht geladen werden.'}</Text>
      </Card>
    </Page>
  );
}
