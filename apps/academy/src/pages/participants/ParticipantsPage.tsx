import { useQuery } from '@tanstack/react-query';
import { fileNameOf, QueryPart, useDataClient, useExport } from '@nemus/area';
import { berlinDay } from '@nemus/area/calendar';
import { dateParticipantsQuery, type DateParticipant, type DateParticipants } from '@nemus/data';
import { Breadcrumbs, Button, PrintOnly, Row, ScreenOnly, SkeletonCard } from '@nemus/ui';
import { AcademyPage } from '../../frame/AcademyPage';
import { Link, useParams } from 'react-router-dom';
import { AttendanceList } from './AttendanceList';
import { PARTICIPANT_COLUMNS } from './participant-columns';
import { SignatureSheets } from './SignatureSheets';

/** `/academy/dates/<id>/participants`: participants and waiting list of a date; staff ticks attendance. */
export default function ParticipantsPage() {
  const { dateId = '' } = useParams();
  const list = useQuery(dateParticipantsQuery(useDataClient(), dateId));
  return (
    <AcademyPage
      title="Teilnehmer*innen"
      intro={list.data && titleOf(list.data.appointment)}
      actions={list.data && <ListActions list={list.data} />}
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
        {(found) => (
          <>
            <ScreenOnly>
              <AttendanceList key={found.appointment.id} list={found} />
            </ScreenOnly>
            <PrintOnly>
              <SignatureSheets list={found} />
            </PrintOnly>
          </>
        )}
      </QueryPart>
    </AcademyPage>
  );
}

/** The list as a file, and on paper for signatures. */
function ListActions({ list }: { list: DateParticipants }) {
  const save = useExport<DateParticipant>();
  const { title, starts_at: start } = list.appointment;
  return (
    <ScreenOnly>
      <Row>
        <Button
          icon="download"
          loading={save.isPending}
          onClick={() =>
            save.mutate({
              name: `teilnehmende-${fileNameOf(title)}-${berlinDay(start)}`,
              columns: PARTICIPANT_COLUMNS,
              rows: () => list.participants,
            })
          }
        >
          CSV herunterladen
        </Button>
        <Button icon="print" onClick={() => window.print()}>
          {list.appointment.cancelled_at === null ? 'Unterschriftenliste drucken' : 'Liste drucken'}
        </Button>
      </Row>
    </ScreenOnly>
  );
}

/** The seminar, and the date's own title where it has one. */
const titleOf = ({ course_title: course, title }: DateParticipants['appointment']): string =>
  title === course ? course : `${course}: ${title}`;
