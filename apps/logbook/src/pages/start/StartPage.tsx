import { useSession } from '@nemus/contract/react';
import { Card, Text } from '@nemus/ui';
import { LogbookPage } from '../../frame/LogbookPage';
import CohortPage from '../cohort/CohortPage';

/** The area's first page. Data comes from `@nemus/data` through `QueryPart` and `useDataClient` of `@nemus/area`. */
export default function StartPage() {
  const { profile } = useSession();
  if (profile?.userType === 'institution') return <CohortPage />;
  return (
    <LogbookPage title={'Logbuch'} intro="Dieser Bereich ist neu.">
      <Card title="Willkommen" level={2}>
        <Text>{profile ? `Sie sind angemeldet als ${profile.email}.` : 'Ihr Profil konnte nicht geladen werden.'}</Text>
      </Card>
    </LogbookPage>
  );
}
