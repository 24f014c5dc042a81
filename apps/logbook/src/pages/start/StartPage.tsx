import { useSession } from '@nemus/contract/react';
import { LogbookRoles } from '../../frame/LogbookRoles';
import CohortPage from '../cohort/CohortPage';
import WeekPage from '../week/WeekPage';

/** The start of the area: a trainee's week, an institution's overview. */
export default function StartPage() {
  const { profile } = useSession();
  if (profile?.userType !== 'institution') return <WeekPage />;
  return (
    <LogbookRoles>
      <CohortPage />
    </LogbookRoles>
  );
}
