import { useQuery } from '@tanstack/react-query';
import { useDataClient } from '@nemus/area';
import { useSession } from '@nemus/contract/react';
import { signOffStatusQuery } from '@nemus/data';
import { Navigate } from 'react-router-dom';
import { LogbookRoles } from '../../frame/LogbookRoles';
import CohortPage from '../cohort/CohortPage';
import WeekPage from '../week/WeekPage';

/** The start of the area: a trainee's week, an institution's overview, the inbox of an account that only confirms. */
export default function StartPage() {
  const { profile, userId } = useSession();
  const { data } = useQuery(signOffStatusQuery(useDataClient(), userId));
  if (data?.only === true) return <Navigate to="/logbook/inbox" replace />;
  if (profile?.userType !== 'institution') return <WeekPage />;
  return (
    <LogbookRoles>
      <CohortPage />
    </LogbookRoles>
  );
}
