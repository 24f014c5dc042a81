import { useQuery } from '@tanstack/react-query';
import { fileNameOf, QueryPart, useDataClient, useExport } from '@nemus/area';
import { berlinDay } from '@nemus/area/calendar';
import { dateParticipantsQuery, partName, type DateParticipant, type DateParticipants } from '@nemus/data';
import { Breadcrumbs, Button, PrintOnly, Row, ScreenOnly, Select, SkeletonCard } from '@nemus/ui';
import { AcademyPage } from '../../frame/AcademyPage';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { datePaths } from '../dates/date-paths';
import { timesOf } from '../dates/date-words';
import { useCurrentMinute } from '../dates/useCurrentMinute';
import { AttendanceList } from './AttendanceList';
import { chosenPart, listAt } from './part-list';
import { participantColumns } from './participant-columns';
import { SignatureSheets } from './SignatureSheets';

/** `/academy/dates/<id>/participants`: participants and waiting list of a date; staff ticks attendance. */
export default function ParticipantsPage() {
  const { dateId = '' } = useParams();
  const list = useQuery(dateParticipantsQuery(useDataClient(), dateId));
  const [params, setParams] = useSearchParams();
  const now = useCurrentMinute();
  return (
    <AcademyPage
      title="Teilnehmer*innen"
      intro={list.data && titleOf(list.data.appointment)}
      actions={list.data && <ListActions list={list.data} />}
      above={
        <Breadcrumbs
          component={Link}
          items={[
            { label: 'Termine', to: datePaths.list },
            { label: list.data?.appointment.title ?? 'Termin', to: datePaths.date(dateId) },
            { label: 'Teilnehmer*innen' },
          ]}
        />
      }
    >
      <QueryPart query={list} title="Die Liste" loading={<SkeletonCard lines={6} />}>
        {(found) => {
          const part = chosenPart(found.appointment, params.get('teil'), now);
          const shown = part === null ? found : listAt(found, part);
          return (
            <>
              <ScreenOnly>
                {part !== null && (
                  <Select
                    label="Teil des Termins"
                    hint="Anwesenheit, Unterschriftenliste und Code gelten je Teil."
                    options={(found.appointment.parts ?? []).map((one, place, all) => ({
                      value: one.id,
                      label: `${partName(one, place, all.length)}, ${timesOf(one)}`,
                    }))}
                    value={part.id}
                    onChange={({ target }) => setParams({ teil: target.value }, { replace: true })}
                  />
                )}
                <AttendanceList key={`${found.appointment.id} ${part?.id ?? ''}`} list={shown} part={part} />
              </ScreenOnly>
              <PrintOnly>
                <SignatureSheets list={shown} />
              </PrintOnly>
            </>
          );
        }}
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
              columns: participantColumns(list.appointment.parts),
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
