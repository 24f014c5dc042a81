import { useDeferredValue, useEffect, useMemo } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  cataloguePageQuery,
  COMPETENCIES,
  COMPETENCY_LABELS,
  competencySchema,
  COURSES_PER_PAGE,
  DIFFICULTIES,
  difficultySchema,
  refusalText,
  type CatalogueCard,
  type CataloguePage,
  type CatalogueSelection,
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
  SkeletonCards,
  Stack,
  Text,
} from '@nemus/ui';
import { Link, useSearchParams } from 'react-router-dom';
import { QueryPart, SimilarHits, useDataClient, useTypedValue } from '@nemus/area';
import {
  CourseDateLine,
  dateFilterParams,
  DateFilters,
  DatesToFollow,
  NO_DATE_FILTER,
  readDateFilter,
} from '@nemus/area/catalogue';
import { useCredits } from './CreditLine';

const NONE: readonly string[] = [];
const COMPETENCY_OPTIONS = COMPETENCIES.map((value) => ({ value, label: COMPETENCY_LABELS[value] }));
const DIFFICULTY_OPTIONS = DIFFICULTIES.map((value) => ({ value, label: value }));

/** The catalogue as an institution sees it: with credit prices, to be booked for trainees. */
export function Catalog() {
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
  const { competency, difficulty, ...rested } = useMemo(() => readSelection(params), [params]);
  const dates = useMemo(() => readDateFilter(params), [params]);
  const wanted = Math.min(Math.max(1, Math.trunc(Number(params.get('seite'))) || 1), LAST_PAGE);
  const client = useDataClient();
  const list = useQuery({
    ...cataloguePageQuery(client, { competency, difficulty, ...rested }, wanted),
    // The earlier result stays until the new one is there.
    placeholderData: keepPreviousData,
  });
  const pages = Math.max(1, Math.ceil((list.data?.total ?? 0) / COURSES_PER_PAGE));
  const isBeyond = list.data !== undefined && !list.isPlaceholderData && wanted > pages;
  useEffect(() => {
    // The address may be old: the list has become shorter.
    if (!isBeyond) return;
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        next.set('seite', String(pages));
        return next;
      },
      { replace: true },
    );
  }, [isBeyond, pages, setParams]);
  // Typing comes first.
  const found = useDeferredValue(
    <QueryPart query={list} title="Kurse im Katalog" loading={<SkeletonCards count={6} />}>
      {(shown) => (
        <Found
          // Similar hits belong to the search that found them.
          shown={list.isPlaceholderData ? { ...shown, similar: [] } : shown}
          search={rested.search}
          credits={credits}
          page={Math.min(wanted, pages)}
          onPage={(next) => change({ seite: String(next) })}
          onClear={() => {
            setSearch('');
            change({ suche: '', kompetenz: '', niveau: '', ...dateFilterParams(NO_DATE_FILTER) });
          }}
        />
      )}
    </QueryPart>,
  );
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
          value={competency ?? ''}
          onChange={({ target }) => change({ kompetenz: target.value })}
        />
        <Select
          label="Schwierigkeitsgrad"
          hideLabel
          placeholder="Alle Schwierigkeitsgrade"
          options={DIFFICULTY_OPTIONS}
          value={difficulty ?? ''}
          onChange={({ target }) => change({ niveau: target.value })}
        />
      </Box>
      <DateFilters
        months={list.data?.months ?? NONE}
        houses={list.data?.houses ?? NONE}
        filter={dates}
        onChange={(changed) => change(dateFilterParams({ ...dates, ...changed }))}
      />
      {found}
    </Stack>
  );
}

/** No catalogue has more pages, and the database takes no larger number. */
const LAST_PAGE = 1_000_000;

/** The filter of the address; unknown values count as "all". */
function readSelection(params: URLSearchParams): CatalogueSelection {
  return {
    search: params.get('suche') ?? '',
    competency: competencySchema.nullable().catch(null).parse(params.get('kompetenz')),
    difficulty: difficultySchema.nullable().catch(null).parse(params.get('niveau')),
    ...readDateFilter(params),
    ownLast: false,
  };
}

/** One page of the list, and the courses with a similar spelling. */
function Found({
  shown,
  search,
  credits,
  page,
  onPage,
  onClear,
}: {
  shown: CataloguePage;
  search: string;
  credits: number;
  page: number;
  onPage: (page: number) => void;
  onClear: () => void;
}) {
  const { courses, similar, total } = shown;
  return (
    <>
      <Text variant="small" tone="muted" role="status">
        {formatCount(total, 'Kurs', 'Kurse')} gefunden
      </Text>
      {courses.length > 0 ? (
        <CardGrid label="Kurse">
          {courses.map((course) => (
            <CourseCard key={course.id} course={course} credits={credits} />
          ))}
        </CardGrid>
      ) : similar.length > 0 ? null : total > 0 ? (
        <SkeletonCards count={6} />
      ) : (
        <NoResults title="Keine Kurse gefunden" onClear={onClear} />
      )}
      <Pagination page={page} pageSize={COURSES_PER_PAGE} total={total} onChange={onPage} />
      <SimilarHits search={search} hasExact={total > 0} count={similar.length}>
        <CardGrid label="Ähnliche Treffer">
          {similar.map((course) => (
            <CourseCard key={course.id} course={course} credits={credits} />
          ))}
        </CardGrid>
      </SimilarHits>
    </>
  );
}

function CourseCard({ course, credits }: { course: CatalogueCard; credits: number }) {
  return (
    <Card
      as="li"
      level={2}
      title={course.title}
      footer={
        course.is_buyable ? (
          <BookingLink course={course} />
        ) : (
          <DatesToFollow courseId={course.id} courseTitle={course.title} isAsked={course.is_asked} />
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
      <CourseDateLine next={course.next_date} more={course.more_dates} />
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

/** Opens the booking above the list. Apart from its card: only this follows the address, as a click changes it. */
function BookingLink({ course: { id, title } }: { course: CatalogueCard }) {
  const [params] = useSearchParams();
  const next = new URLSearchParams(params);
  next.set('kurs', id);
  return (
    <ButtonLink
      component={Link}
      to={{ search: next.toString() }}
      variant="secondary"
      aria-label={`Kurs buchen: ${title}`}
    >
      Kurs buchen
    </ButtonLink>
  );
}
