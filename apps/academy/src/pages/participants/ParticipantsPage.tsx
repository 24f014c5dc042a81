import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient } from '@nemus/area';
import { dateParticipantsQuery, type DateParticipants } from '@nemus/data';
import { Breadcrumbs, SkeletonCard } from '@nemus/ui';
import { AcademyPage } from '../../frame/AcademyPage';
import { Link, useParams } from 'react-router-dom';
import { AttendanceList } from './AttendanceList';

/** `/academy/dates/<id>/participants`: participants and waiting list of a date; staff ticks attendance. */
export default function ParticipantsPage() {
  const { dateId = '' } = useParams();
  const list = useQuery(dateParticipantsQuery(useDataClient(), dateId));
  return (
    <AcademyPage
      title="Teilnehmer*innen"
      intro={list.data && titleOf(list.data.appointment)}
      above={
        <Breadcrumbs
          component={Link}
          items={[
            { label: 'Akademie', to: '/academy' },
            { label: 'Termine', to: '/academy/dates' },
            { label: 'Teilnehmer*innen' },
          ]}
        />
      }
    >
      <QueryPart query={list} title="Die Liste" loading={<SkeletonCard lines={6} />}>
        {(found) => <AttendanceList key={found.appointment.id} list={found} />}
      </QueryPart>
    </AcademyPage>
  );
}

/** The seminar, and the date's own title where it has one. */
const titleOf = ({ course_title: course, title }: DateParticipants['appointment']): string =>
  title === course ? course : `${course}: ${title}`;
