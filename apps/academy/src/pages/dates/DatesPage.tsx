import { ButtonLink, Row, Stack, Tabs } from '@nemus/ui';
import { AcademyPage } from '../../frame/AcademyPage';
import { Link, useSearchParams } from 'react-router-dom';
import { readDateList, writeDateList, type DateList } from './date-address';
import { DateCalendar } from './DateCalendar';
import { DateFilters } from './DateFilters';
import { DateListPart } from './DateListPart';
import { datePaths } from './date-paths';

const VIEWS = [
  { value: 'liste', label: 'Liste' },
  { value: 'kalender', label: 'Kalender' },
] as const;

/** All dates of seminars, as a list or as a calendar. */
export default function DatesPage() {
  const [params, setParams] = useSearchParams();
  const list = readDateList(params);
  const change = (changed: Partial<DateList>) =>
    setParams((current) => writeDateList({ ...readDateList(current), page: 1, ...changed }), { replace: true });
  return (
    <AcademyPage
      width="wide"
      title="Termine"
      intro="Termine der Kurse planen, verschieben und absagen. Alle Zeiten sind Ortszeit Berlin."
      actions={
        <Row>
          <ButtonLink
            component={Link}
            to={list.courseId === '' ? datePaths.create : datePaths.createFor(list.courseId)}
            variant="primary"
            icon="add"
          >
            Termin anlegen
          </ButtonLink>
          <ButtonLink component={Link} to={datePaths.teachers} icon="trainees">
            Lehrende
          </ButtonLink>
          <ButtonLink component={Link} to={datePaths.rooms} icon="place">
            Räume
          </ButtonLink>
        </Row>
      }
    >
      <Tabs label="Ansicht" items={VIEWS} value={list.view} onChange={(view) => change({ view })}>
        <Stack gap={2.5}>
          <DateFilters list={list} onChange={change} />
          {list.view === 'kalender' ? (
            <DateCalendar list={list} onChange={change} />
          ) : (
            <DateListPart list={list} onChange={change} />
          )}
        </Stack>
      </Tabs>
    </AcademyPage>
  );
}
