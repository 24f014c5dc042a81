import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient } from '@nemus/area';
import { teachingSeminarsQuery } from '@nemus/data';
import { Breadcrumbs, SkeletonCard } from '@nemus/ui';
import { AcademyPage } from '../../frame/AcademyPage';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { DateForm } from './DateForm';
import { EMPTY_DATE } from './date-form';
import { datePaths } from './date-paths';
import { useDateChanges } from './useDateChanges';

/** Plans one date of a seminar, or a series. */
export default function NewDatePage() {
  const [params] = useSearchParams();
  const courseId = params.get('kurs') ?? '';
  const navigate = useNavigate();
  const { create } = useDateChanges();
  const seminar = useQuery({
    ...teachingSeminarsQuery(useDataClient(), { id: courseId }),
    enabled: courseId !== '',
  });
  const form = (initial: typeof EMPTY_DATE) => (
    <DateForm
      key={initial.courseId}
      initial={initial}
      saveLabel="Anlegen"
      busy={create.isPending}
      error={create.error}
      onSave={(plan) =>
        create.mutate(plan, {
          onSuccess: ([first]) => void navigate(first === undefined ? datePaths.list : datePaths.date(first)),
        })
      }
      onCancel={() => void navigate(datePaths.list)}
    />
  );
  return (
    <AcademyPage
      width="narrow"
      title="Termin anlegen"
      intro="Ein einzelner Termin oder eine Serie: alle Termine entstehen, oder keiner."
      above={
        <Breadcrumbs component={Link} items={[{ label: 'Termine', to: datePaths.list }, { label: 'Termin anlegen' }]} />
      }
    >
      {courseId === '' ? (
        form(EMPTY_DATE)
      ) : (
        <QueryPart query={seminar} title="Der Kurs" loading={<SkeletonCard lines={6} />}>
          {([found]) =>
            form(
              found
                ? { ...EMPTY_DATE, courseId: found.id, title: found.title, units: String(found.units) }
                : EMPTY_DATE,
            )
          }
        </QueryPart>
      )}
    </AcademyPage>
  );
}
