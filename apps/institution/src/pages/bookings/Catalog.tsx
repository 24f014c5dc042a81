import { useDeferredValue, useMemo } from 'react';
import {
  COMPETENCIES,
  COMPETENCY_LABELS,
  DIFFICULTIES,
  refusalText,
  type CatalogueDate,
  type Course,
} from '@nemus/data';
import {
  Box,
  ButtonLink,
  Card,
  CardGrid,
  Chip,
  formatCount,
  formatEuro,
  formatNumber,
  formatUnits,
  NoResults,
  Pagination,
  Row,
  SearchField,
  Select,
  Stack,
  Text,
} from '@nemus/ui';
import { Link, useSearchParams } from 'react-router-dom';
import { SimilarHits, useSimilarHits, useTypedValue } from '@nemus/area';
import {
  CourseDateLine,
  dateFilterParams,
  DateFilters,
  DatesToFollow,
  fittingDates,
  NO_DATE_FILTER,
  readDateFilter,
  useCatalogueDates,
  useDatesToFollow,
} from '@nemus/area/catalogue';
import { filterCourses } from '../../bookings/course-filter';
import { useCredits } from './CreditLine';

const PAGE_SIZE = 24;
const COMPETENCY_OPTIONS = COMPETENCIES.map((value) => ({ value, label: COMPETENCY_LABELS[value] }));
const DIFFICULTY_OPTIONS = DIFFICULTIES.map((value) => ({ value, label: value }));

/** The catalogue as an institution sees it: with credit prices, to be booked for trainees. */
export function Catalog({ courses }: { courses: readonly Course[] }) {
  const credits = useCredits().data?.available_credits ?? 0;
  const [params, setParams] = useSearchParams();
  const change = (changes: Readonly<Record<string, string>>, replace = false) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        next.delete('seite');
        for (const [name, value] of Object.entries(changes)) {
          if (value === '') next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace },
    );
  const [search, setSearch] = useTypedValue(params.get('suche') ?? '', (typed) => change({ suche: typed }, true));
  const typed = useDeferredValue(search);
  const competency = params.get('kompetenz') ?? '';
  const difficulty = params.get('niveau') ?? '';
  const catalogue = useCatalogueDates();
  const dates = useMemo(() => readDateFilter(params), [params]);
  // Without known dates, only the price filters: no course would fit the rest.
  const applied = useMemo(
    () => (catalogue.isKnown ? dates : { ...NO_DATE_FILTER, most: dates.most }),
    [catalogue.isKnown, dates],
  );
  const datesOf = (id: string) => fittingDates(catalogue.of(id), dates);
  const found = useMemo(
    () => filterCourses(courses, { search: typed, competency, difficulty, dates: applied }, catalogue.of),
    [courses, typed, competency, difficulty, applied, catalogue],
  );
  const rested = params.get('suche') ?? '';
  const others = useMemo(() => {
    const exact = new Set(found);
    const fitting = filterCourses(courses, { search: '', competency, difficulty, dates: applied }, catalogue.of);
    return new Map(fitting.filter((course) => !exact.has(course)).map((course) => [course.id, course]));
  }, [courses, found, competency, difficulty, applied, catalogue]);
  const near = useSimilarHits({
    list: 'seminars',
    search: rested,
    find: (id) => others.get(id),
  });
  const similar = typed === rested ? near : [];
  const pages = Math.max(1, Math.ceil(found.length / PAGE_SIZE));
  const page = Math.min(pages, Math.max(1, Math.trunc(Number(params.get('seite'))) || 1));
  return (
    <Stack gap={2}>
      <Box
        component="search"
        sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', lg: '2fr 1fr 1fr' } }}
      >
        <Box sx={{ gridColumn: { sm: '1 / -1', lg: 'auto' } }}>
          <SearchField label="Kurse suchen" placeholder="Titel oder Beschreibung" value={search} onChange={setSearch} />
        </Box>
        <Select
          label="Kompetenz"
          hideLabel
          placeholder="Alle Kompetenzen"
          options={COMPETENCY_OPTIONS}
          value={competency}
          onChange={({ target }) => change({ kompetenz: target.value })}
        />
        <Select
          label="Schwierigkeitsgrad"
          hideLabel
          placeholder="Alle Schwierigkeitsgrade"
          options={DIFFICULTY_OPTIONS}
          value={difficulty}
          onChange={({ target }) => change({ niveau: target.value })}
        />
      </Box>
      <DateFilters
        dates={catalogue.all}
        filter={dates}
        onChange={(changed) => change(dateFilterParams({ ...dates, ...changed }))}
      />
      <Text variant="small" tone="muted" role="status">
        {formatCount(found.length, 'Kurs', 'Kurse')} gefunden
      </Text>
      {found.length > 0 ? (
        <CardGrid label="Kurse">
          {found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map((course) => (
            <CourseCard key={course.id} course={course} credits={credits} dates={datesOf(course.id)} />
          ))}
        </CardGrid>
      ) : similar.length > 0 ? null : (
        <NoResults
          title="Keine Kurse gefunden"
          onClear={() => {
            setSearch('');
            change({ suche: '', kompetenz: '', niveau: '', ...dateFilterParams(NO_DATE_FILTER) });
          }}
        />
      )}
      <Pagination
        page={page}
        pageSize={PAGE_SIZE}
        total={found.length}
        onChange={(next) => change({ seite: String(next) })}
      />
      <SimilarHits search={rested} hasExact={found.length > 0} count={similar.length}>
        <CardGrid label="Ähnliche Treffer">
          {similar.map((course) => (
            <CourseCard key={course.id} course={course} credits={credits} dates={datesOf(course.id)} />
          ))}
        </CardGrid>
      </SimilarHits>
    </Stack>
  );
}

function CourseCard({
  course,
  credits,
  dates,
}: {
  course: Course;
  credits: number;
  /** Those that fit the filter, the next one first. */
  dates: readonly CatalogueDate[];
}) {
  const { isBuyable } = useDatesToFollow(course.id);
  const [params] = useSearchParams();
  const next = new URLSearchParams(params);
  next.set('kurs', course.id);
  return (
    <Card
      as="li"
      level={2}
      title={course.title}
      footer={
        isBuyable ? (
          <ButtonLink
            component={Link}
            to={{ search: next.toString() }}
            variant="secondary"
            aria-label={`Kurs buchen: ${course.title}`}
          >
            Kurs buchen
          </ButtonLink>
        ) : (
          <DatesToFollow courseId={course.id} courseTitle={course.title} />
        )
      }
    >
      <Row gap={0.75}>
        <Chip tone="primary">{COMPETENCY_LABELS[course.competency]}</Chip>
        <Chip>{course.difficulty}</Chip>
      </Row>
      <Text
        variant="small"
        tone="muted"
        sx={{ display: '-webkit-box', WebkitBoxOrient: 'vertical', WebkitLineClamp: '3', overflow: 'hidden' }}
      >
        {course.description}
      </Text>
      <CourseDateLine dates={dates} />
      <Row justify="between" align="baseline">
        <Text variant="small" tone="muted">
          {formatUnits(course.duration_hours)}
        </Text>
        <Text variant="small" strong numeric>
          {formatNumber(course.credit_cost)} Credits oder {formatEuro(course.price_euros)}
        </Text>
      </Row>
      {course.credit_cost > credits && (
        <Text variant="caption" tone="muted">
          {refusalText('insufficient_credits', { available: credits })}
        </Text>
      )}
    </Card>
  );
}
