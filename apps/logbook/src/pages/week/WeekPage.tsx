import { useDeferredValue, useId, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { isPassing, QueryPart, reasonOf, SampleNotice, useDataClient } from '@nemus/area';
import { addDays } from '@nemus/area/calendar';
import { usePorts, useSession } from '@nemus/contract/react';
import {
  fetchLogbookEntry,
  logbookWeekQuery,
  signOffStatusQuery,
  type LogbookEntry,
  type LogbookFields,
  type LogbookWeek,
} from '@nemus/data';
import { Alert, Button, ButtonLink, formatCount, formatDays, Row, SkeletonCard, Stack, Text } from '@nemus/ui';
import { Link, useSearchParams } from 'react-router-dom';
import { formOf, nextForm, rowAfter, type EntryForm } from '../../entries/entry-form';
import { useEntryActions } from '../../entries/useEntryActions';
import { LogbookPage } from '../../frame/LogbookPage';
import { deleteLocalEntry, type LocalEntry } from '../../outbox/local-entries';
import { useOutbox } from '../../outbox/useOutbox';
import { daysOf, hasWeek, mondayOf, readWeek, today, weekLabel, weekName } from '../../week/week';
import { weekRead } from '../../week/week-read';
import { isConflict } from './ConflictCard';
import { CopyWeekDialog } from './CopyWeekDialog';
import { DayList } from './DayList';
import { EntryEditor, type Edited } from './EntryEditor';
import { WeekGrid } from './grid/WeekGrid';
import { OfflineNotice } from './OfflineNotice';
import { OutboxNotice } from './OutboxNotice';
import { useEntryChoices } from './useEntryChoices';
import { missingOf } from './week-copies';
import { sumsOf, WeekSums } from './WeekSums';

/** The views of a week: its entries in a list with a form, or the grid. */
const GRID = 'tabelle';
const addressOf = (monday: string, isGrid = false) =>
  `/logbook?woche=${weekName(monday)}${isGrid ? `&ansicht=${GRID}` : ''}`;

/** A trainee's week: entries with their states, and the form for the next one. */
export default function WeekPage() {
  const { userId } = useSession();
  // For the navigation above the page.
  useQuery(weekRead(signOffStatusQuery(useDataClient(), userId)));
  const [params] = useSearchParams();
  const monday = readWeek(params.get('woche')) ?? mondayOf(today());
  const isGrid = params.get('ansicht') === GRID;
  const shown = `${weekLabel(monday)}, ${formatDays(monday, addDays(monday, 6))}`;
  return (
    <LogbookPage
      title="Logbuch"
      intro={
        <>
          <span aria-live="polite">{shown}</span>. Ihre Entwürfe sieht niemand sonst.
        </>
      }
      actions={
        <>
          <ButtonLink component={Link} to={addressOf(monday, !isGrid)} size="small">
            {isGrid ? 'Als Liste' : 'Als Tabelle'}
          </ButtonLink>
          <Row as="nav" aria-label="Wochen">
            {(
              [
                ['Vorige', addDays(monday, -7)],
                ['Diese', mondayOf(today())],
                ['Nächste', addDays(monday, 7)],
              ] as const
            ).map(([label, to]) => (
              <ButtonLink
                key={label}
                component={Link}
                to={addressOf(to, isGrid)}
                size="small"
                aria-label={`${label} Woche`}
              >
                {label}
              </ButtonLink>
            ))}
          </Row>
        </>
      }
    >
      <WeekContent monday={monday} isGrid={isGrid} />
    </LogbookPage>
  );
}

/** What changes with every keystroke and answer, apart from the page's heading and navigation. */
function WeekContent({ monday, isGrid }: { monday: string; isGrid: boolean }) {
  const client = useDataClient();
  const { userId } = useSession();
  const week = useQuery(weekRead(logbookWeekQuery(client, userId, monday)));
  const outbox = useOutbox();
  return (
    <Stack gap={2}>
      <SampleNotice shown={week.data?.entries.some(({ is_sample: isSample }) => isSample) === true} />
      <OfflineNotice readAt={week.dataUpdatedAt} failed={isPassing(week.failureReason)} />
      <OutboxNotice outbox={outbox} monday={monday} />
      <Week key={`${monday} ${isGrid}`} monday={monday} isGrid={isGrid} kept={outbox.kept} week={week} />
    </Stack>
  );
}

const EMPTY: LogbookWeek = { entries: [], waiting: [], remembered: {}, templates: [], attributes: {} };

/** The form, the days and the sums. The form works even when nothing can be read. */
function Week({
  monday,
  isGrid,
  kept,
  week,
}: {
  monday: string;
  isGrid: boolean;
  kept: readonly LocalEntry[];
  week: ReturnType<typeof useQuery<LogbookWeek>>;
}) {
  const client = useDataClient();
  const { userId } = useSession();
  const { notify } = usePorts();
  const actions = useEntryActions();
  const [params, setParams] = useSearchParams();
  const choices = useEntryChoices();
  const { entries, remembered, waiting, templates, attributes } = week.data ?? EMPTY;
  // The template that is copied from; empty: last week; null: nothing.
  const [copied, setCopied] = useState<string | null>(null);

  const fresh = (form: EntryForm, focus: Edited['focus']): Edited => ({
    id: crypto.randomUUID(),
    revision: null,
    form,
    isCorrection: false,
    problem: null,
    focus,
  });
  const firstForm = () => {
    const [now, last] = [today(), addDays(monday, 6)];
    // A past week is entered from its Monday on.
    return nextForm(now <= last ? now : monday, 'practice', remembered.practice);
  };
  const editKept = (entry: LocalEntry, focus: Edited['focus']): Edited => ({
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
  const whyNot = useId();
  const [edited, setEdited] = useState(() => (typed === undefined ? fresh(firstForm(), null) : editKept(typed, null)));
  const [details, setDetails] = useState(edited.form.note !== '');
  const [times, setTimes] = useState(0);
  // The first form waits for the last entries.
  const [waits, setWaits] = useState(week.data === undefined);
  if (waits && week.data !== undefined) {
    setWaits(false);
    if (typed === undefined && times === 0) setEdited({ ...edited, form: firstForm() });
  }
  const show = (next: Edited) => {
    setEdited(next);
    setTimes((now) => now + 1);
    if (next.form.note !== '') setDetails(true);
  };
  const edit = (
    entry: Pick<LogbookEntry, 'id' | 'revision'> & LogbookFields,
    corrects: boolean,
    focus: Edited['focus'],
  ) =>
    show({ id: entry.id, revision: entry.revision, form: formOf(entry), isCorrection: corrects, problem: null, focus });
  /** The draft of a correction, in the form. */
  const editCorrection = async (id: string) => {
    try {
      const stored = await fetchLogbookEntry(client, id);
      if (stored !== null && (stored.state === 'draft' || stored.state === 'returned')) {
        edit({ ...stored, id }, true, 'minutes');
      }
    } catch (error) {
      notify({ kind: 'error', title: 'Berichtigung nicht geöffnet', description: reasonOf(error) });
    }
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
  const facts = { entries, kept: ofWeek, choices, remembered, attributes };
  const missing = missingOf(templates, monday, facts);
  const open = entries.filter(({ id, state }) => (state === 'draft' || state === 'returned') && !here.has(id));
  // The next row has the keyboard first; what has changed below it follows in the next frames.
  const below = useDeferredValue(
    <>
      <Row justify="between">
        <Row sx={{ flex: '1 1 20rem' }}>
          <Button
            variant="primary"
            disabled={ready.length === 0}
            aria-describedby={ready.length === 0 ? whyNot : undefined}
            loading={actions.submit.isPending}
            onClick={() => actions.submit.mutate(ready.map(({ id }) => id).slice(0, 100))}
          >
            {ready.length === 0
              ? 'Woche einreichen'
              : `Woche einreichen (${formatCount(ready.length, 'Eintrag', 'Einträge')})`}
          </Button>
          <Button icon="copy" onClick={() => setCopied('')}>
            Wie letzte Woche
          </Button>
          {week.data !== undefined && (
            <Text id={whyNot} variant="small" tone="muted">
              {waitingWords(ready.length, open.length - ready.length)}
            </Text>
          )}
        </Row>
        <WeekSums sums={sumsOf(entries, ofWeek)} />
      </Row>
      {missing.length > 0 && (
        <Alert
          tone="info"
          title="Wiederkehrende Sitzungen fehlen noch"
          actions={missing.map(({ template, count }) => (
            <Button key={template.id} size="small" onClick={() => setCopied(template.id)}>
              {`${template.name} (${formatCount(count, 'Sitzung', 'Sitzungen')})`}
            </Button>
          ))}
        >
          Sehen Sie nach, was stattgefunden hat, und übernehmen Sie es.
        </Alert>
      )}
      {copied !== null && (
        <CopyWeekDialog
          monday={monday}
          facts={facts}
          templates={templates}
          templateId={copied}
          onClose={() => setCopied(null)}
        />
      )}
      {returned.length > 0 && (
        <Alert tone="warning" title="In anderen Wochen wurde etwas zurückgegeben">
          <WeekLinks weeks={returned} />
        </Alert>
      )}
      {stranded.length > 0 && (
        <Alert tone="warning" title="In anderen Wochen liegt etwas, das dort niemand mehr bestätigen kann">
          <WeekLinks weeks={stranded} />
        </Alert>
      )}
      <QueryPart query={week} title="Ihre Woche" loading={<SkeletonCard lines={4} />}>
        {() => null}
      </QueryPart>
      {!isGrid && (week.data !== undefined || ofWeek.length > 0) && (
        <DayList
          monday={monday}
          entries={entries}
          kept={ofWeek}
          openId={edited.id}
          actions={actions}
          onAdd={(day) => show(fresh({ ...rowAfter(edited.form), done_on: day }, 'category'))}
          onEdit={(entry, focus) => edit(entry, entry.corrects !== null, focus)}
          onCorrect={(entry) => actions.correct.mutate(entry.id, { onSuccess: (id) => void editCorrection(id) })}
          onEditKept={(entry) => show(editKept(entry, 'done_on'))}
          onDrop={(entry) => {
            deleteLocalEntry(userId, entry.id);
            if (entry.id === edited.id) show(fresh(firstForm(), null));
          }}
        />
      )}
    </>,
  );
  return (
    <Stack gap={2}>
      {isGrid ? (
        <WeekGrid
          monday={monday}
          data={{
            entries,
            kept: ofWeek,
            choices,
            remembered,
            attributes,
          }}
          day={readGridDay(params.get('tag'), monday)}
          onDay={(day) =>
            setParams(
              (now) => {
                now.set('tag', String(day + 1));
                return now;
              },
              { replace: true, preventScrollReset: true },
            )
          }
        />
      ) : (
        <EntryEditor
          key={`${edited.id} ${times}`}
          edited={edited}
          choices={choices}
          remembered={remembered}
          attributes={attributes}
          details={details}
          onDetails={setDetails}
          onSaved={(form, from) => show(fresh(rowAfter(form), from))}
          onLeave={() => show(fresh(firstForm(), 'done_on'))}
        />
      )}
      {below}
    </Stack>
  );
}

/** The day of the grid on a phone, 0 to 6: that of the address, today, or the first. */
function readGridDay(text: string | null, monday: string): number {
  if (text !== null && /^[1-7]$/.test(text)) return Number(text) - 1;
  return Math.max(daysOf(monday).indexOf(today()), 0);
}

/** Why nothing, or not everything, can be submitted. */
function waitingWords(ready: number, without: number): string {
  if (without > 0) return `${formatCount(without, 'Entwurf', 'Entwürfe')} ohne bestätigende Person.`;
  return ready === 0 ? 'Kein Entwurf wartet auf das Einreichen.' : '';
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
