import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { QueryPart, SampleNotice, useDataClient } from '@nemus/area';
import { addDays } from '@nemus/area/calendar';
import { useSession } from '@nemus/contract/react';
import {
  logbookCasesQuery,
  logbookSitesQuery,
  logbookWeekQuery,
  possibleConfirmersQuery,
  type LogbookEntry,
  type LogbookWeek,
} from '@nemus/data';
import { Alert, Box, Button, ButtonLink, formatCount, formatDays, Row, SkeletonCard, Stack, Text } from '@nemus/ui';
import { Link, useSearchParams } from 'react-router-dom';
import { formOf, nextForm, type EntryForm } from '../../entries/entry-form';
import { useEntryActions } from '../../entries/useEntryActions';
import { LogbookPage } from '../../frame/LogbookPage';
import { deleteLocalEntry, type LocalEntry } from '../../outbox/local-entries';
import { useOutbox } from '../../outbox/useOutbox';
import { hasWeek, mondayOf, readWeek, today, weekLabel, weekName } from '../../week/week';
import { isConflict } from './ConflictCard';
import { CopyWeekDialog } from './CopyWeekDialog';
import { DayList } from './DayList';
import { EntryEditor, type Edited } from './EntryEditor';
import { OutboxNotice } from './OutboxNotice';
import { sumsOf, WeekSums } from './WeekSums';

const addressOf = (monday: string) => `/logbook?woche=${weekName(monday)}`;

/** A trainee's week: entries with their states, and the form for the next one. */
export default function WeekPage() {
  const client = useDataClient();
  const { userId } = useSession();
  const [params] = useSearchParams();
  const monday = readWeek(params.get('woche')) ?? mondayOf(today());
  const week = useQuery(logbookWeekQuery(client, userId, monday));
  const outbox = useOutbox();
  const [copies, setCopies] = useState(false);
  const shown = `${weekLabel(monday)}, ${formatDays(monday, addDays(monday, 6))}`;
  return (
    <LogbookPage
      title="Logbuch"
      intro="Was Sie tippen, bleibt auf diesem Gerät, bis es gespeichert ist. Niemand sonst sieht Ihre Entwürfe."
    >
      <Stack gap={3}>
        <Row justify="between">
          <Text strong aria-live="polite">
            {shown}
          </Text>
          <Row as="nav" aria-label="Wochen">
            <ButtonLink component={Link} to={addressOf(addDays(monday, -7))} size="small" aria-label="Vorige Woche">
              Vorige
            </ButtonLink>
            <ButtonLink component={Link} to={addressOf(mondayOf(today()))} size="small" aria-label="Diese Woche">
              Diese
            </ButtonLink>
            <ButtonLink component={Link} to={addressOf(addDays(monday, 7))} size="small" aria-label="Nächste Woche">
              Nächste
            </ButtonLink>
          </Row>
        </Row>
        <SampleNotice shown={week.data?.entries.some(({ is_sample: isSample }) => isSample) === true} />
        <OutboxNotice outbox={outbox} monday={monday} />
        <Week key={monday} monday={monday} kept={outbox.kept} week={week} onCopy={() => setCopies(true)} />
        {copies && <CopyWeekDialog monday={monday} onClose={() => setCopies(false)} />}
      </Stack>
    </LogbookPage>
  );
}

const EMPTY: LogbookWeek = { entries: [], waiting: [], remembered: {} };

/** The form, the days and the sums. The form works even when nothing can be read. */
function Week({
  monday,
  kept,
  week,
  onCopy,
}: {
  monday: string;
  kept: readonly LocalEntry[];
  week: ReturnType<typeof useQuery<LogbookWeek>>;
  onCopy: () => void;
}) {
  const client = useDataClient();
  const { userId } = useSession();
  const actions = useEntryActions();
  const sites = useQuery(logbookSitesQuery(client, userId)).data ?? [];
  const cases = useQuery(logbookCasesQuery(client, userId)).data ?? [];
  const confirmers = useQuery(possibleConfirmersQuery(client, userId)).data ?? [];
  const { entries, remembered, waiting } = week.data ?? EMPTY;

  const fresh = (form: EntryForm, focus: boolean): Edited => ({
    id: crypto.randomUUID(),
    revision: null,
    form,
    isCorrection: false,
    problem: null,
    focus,
  });
  const firstForm = () => {
    const [now, last] = [today(), addDays(monday, 6)];
    return nextForm(now >= monday && now <= last ? now : now < monday ? now : last, 'practice', remembered.practice);
  };
  const editKept = (entry: LocalEntry, focus: boolean): Edited => ({
    id: entry.id,
    revision: entry.revision,
    form: entry.form,
    isCorrection: entries.some(({ id, corrects }) => id === entry.id && corrects !== null),
    problem: entry.problem,
    focus,
  });
  // Unsaved input of a closed tab is restored in the form.
  const typed = kept.findLast(
    ({ wanted, form }) => !wanted && (hasWeek(form.done_on) ? mondayOf(form.done_on) : monday) === monday,
  );
  const [edited, setEdited] = useState(() =>
    typed === undefined ? fresh(firstForm(), false) : editKept(typed, false),
  );
  const [times, setTimes] = useState(0);
  // The first form waits for the last entries.
  const [waits, setWaits] = useState(week.data === undefined);
  if (waits && week.data !== undefined) {
    setWaits(false);
    if (typed === undefined && times === 0) setEdited({ ...edited, form: firstForm() });
  }
  const show = (next: Edited) => {
    setEdited(next);
    setTimes(times + 1);
  };

  const shownKept = kept.filter((entry) => !isConflict(entry));
  const here = new Set(kept.map(({ id }) => id));
  const ready = entries.filter(
    ({ id, state, confirmer_id: who }) => (state === 'draft' || state === 'returned') && who !== null && !here.has(id),
  );
  const returned = waiting.filter(({ state }) => state === 'returned');
  const stranded = waiting.filter(({ state }) => state === 'submitted');
  const ofWeek = shownKept.filter(
    // Undated entries are shown in every week.
    ({ form }) => !hasWeek(form.done_on) || (form.done_on >= monday && form.done_on <= addDays(monday, 6)),
  );
  return (
    <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: '1fr', lg: 'minmax(0, 5fr) minmax(0, 6fr)' } }}>
      <Stack gap={3}>
        <EntryEditor
          key={`${edited.id} ${times}`}
          edited={edited}
          choices={{ sites, cases, confirmers }}
          remembered={remembered}
          onSaved={(form) =>
            show(
              fresh(
                nextForm(form.done_on, form.category, {
                  competency: form.competency === '' ? null : form.competency,
                  level: form.level === '' ? null : form.level,
                  site_id: form.site_id || null,
                  confirmer_id: form.confirmer_id || null,
                  minutes: Number(form.minutes),
                }),
                true,
              ),
            )
          }
          onLeave={() => show(fresh(firstForm(), true))}
        />
        <WeekSums sums={sumsOf(entries, ofWeek)} />
      </Stack>
      <Stack gap={2}>
        <Row>
          <Button
            variant="primary"
            disabled={ready.length === 0}
            loading={actions.submit.isPending}
            onClick={() => actions.submit.mutate(ready.map(({ id }) => id).slice(0, 100))}
          >
            {ready.length === 0
              ? 'Woche einreichen'
              : `Woche einreichen (${formatCount(ready.length, 'Eintrag', 'Einträge')})`}
          </Button>
          <Button icon="copy" onClick={onCopy}>
            Wie letzte Woche
          </Button>
        </Row>
        {returned.length > 0 && (
          <Alert tone="warning" title="In anderen Wochen wurde etwas zurückgegeben">
            <WeekLinks weeks={returned} />
          </Alert>
        )}
        {stranded.length > 0 && (
          <Alert tone="warning" title="In anderen Wochen liegt etwas bei jemandem, der nicht mehr bestätigt">
            <WeekLinks weeks={stranded} />
          </Alert>
        )}
        <QueryPart query={week} title="Ihre Woche" loading={<SkeletonCard lines={4} />}>
          {() => null}
        </QueryPart>
        {(week.data !== undefined || ofWeek.length > 0) && (
          <DayList
            monday={monday}
            entries={entries}
            kept={ofWeek}
            openId={edited.id}
            actions={actions}
            onEdit={(entry: LogbookEntry) =>
              show({
                id: entry.id,
                revision: entry.revision,
                form: formOf(entry),
                isCorrection: entry.corrects !== null,
                problem: null,
                focus: true,
              })
            }
            onEditKept={(entry) => show(editKept(entry, true))}
            onDrop={(entry) => {
              deleteLocalEntry(userId, entry.id);
              if (entry.id === edited.id) show(fresh(firstForm(), false));
            }}
          />
        )}
      </Stack>
    </Box>
  );
}

/** Links to other weeks, with their number of open entries. */
function WeekLinks({ weeks }: { weeks: LogbookWeek['waiting'] }) {
  return weeks.map(({ monday, count }, place) => (
    <span key={monday}>
      {place > 0 && ', '}
      <Link to={addressOf(monday)}>
        {weekLabel(monday)} ({formatCount(count, 'Eintrag', 'Einträge')})
      </Link>
    </span>
  ));
}
