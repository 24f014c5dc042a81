import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient } from '@nemus/area';
import { addDays } from '@nemus/area/calendar';
import { useSession } from '@nemus/contract/react';
import { formatMinutes, HOUR_CATEGORY_LABELS, logbookWeekQuery, type LogbookTemplate } from '@nemus/data';
import { Button, Checkbox, Dialog, formatCount, formatDate, Select, SkeletonCard, Stack, Text } from '@nemus/ui';
import type { EntryForm } from '../../entries/entry-form';
import { saveLocalEntry } from '../../outbox/local-entries';
import { dayLabel, weekLabel } from '../../week/week';
import { weekRead } from '../../week/week-read';
import { TemplatePart } from './TemplatePart';
import { copiesOfTemplate, copiesOfWeek, type WeekCopy, type WeekFacts } from './week-copies';

const lineOf = ({ done_on: day, category, minutes }: EntryForm) =>
  `${dayLabel(day)}: ${HOUR_CATEGORY_LABELS[category]}, ${formatMinutes(Number(minutes))}`;

/** The line below a copy: what tells it apart, and why it is not ticked. */
function hintOf(copy: WeekCopy, copies: readonly WeekCopy[]): string | undefined {
  const wordsOf = (one: WeekCopy) => [lineOf(one.form), ...one.facts].join(' · ');
  const alike = copies.filter((one) => wordsOf(one) === wordsOf(copy));
  const said = [
    ...copy.facts,
    ...(alike.length > 1 ? [`${alike.indexOf(copy) + 1}. von ${alike.length} gleichen`] : []),
    ...(copy.isThere ? ['Steht schon in der Woche.'] : []),
    ...(copy.obstacle === null ? [] : [copy.obstacle]),
  ];
  return said.length === 0 ? undefined : said.join(' · ');
}

/** Previews last week's entries or a template for this week, and creates drafts of the ticked ones. */
export function CopyWeekDialog({
  monday,
  facts,
  templates,
  templateId,
  onClose,
}: {
  monday: string;
  facts: WeekFacts;
  templates: readonly LogbookTemplate[];
  /** The template that is shown first; empty: last week. */
  templateId: string;
  onClose: () => void;
}) {
  const client = useDataClient();
  const { userId } = useSession();
  const week = useQuery(weekRead(logbookWeekQuery(client, userId, addDays(monday, -7))));
  const [source, setSource] = useState(templateId);
  const [ticks, setTicks] = useState<ReadonlyMap<string, boolean>>(new Map());
  const template = templates.find(({ id }) => id === source);
  const copies =
    template === undefined ? copiesOfWeek(week.data?.entries ?? [], facts) : copiesOfTemplate(template, monday, facts);
  const isTicked = ({ key, obstacle, isThere }: WeekCopy) => obstacle === null && (ticks.get(key) ?? !isThere);
  const chosen = copies.filter(isTicked);
  const copy = () => {
    for (const { form } of chosen) {
      saveLocalEntry(userId, { id: crypto.randomUUID(), revision: null, form, wanted: true, problem: null });
    }
    onClose();
  };
  const from =
    template === undefined
      ? `Einträge der ${weekLabel(addDays(monday, -7))}`
      : template.last_on === null
        ? 'Die Vorlage'
        : `Jede Woche bis ${formatDate(template.last_on)}`;
  const list = (
    <Stack gap={1}>
      {chosen.length === 0 && (
        <Text variant="small">Kreuzen Sie mindestens einen Eintrag eines vergangenen Tages an.</Text>
      )}
      <Stack gap={0} as="ul" role="list" sx={{ listStyle: 'none', padding: 0, margin: 0 }}>
        {copies.map((one) => (
          <li key={one.key}>
            <Checkbox
              label={lineOf(one.form)}
              hint={hintOf(one, copies)}
              disabled={one.obstacle !== null}
              checked={isTicked(one)}
              onChange={({ target }) => setTicks(new Map(ticks).set(one.key, target.checked))}
            />
          </li>
        ))}
      </Stack>
      <TemplatePart
        key={source}
        monday={monday}
        template={template}
        copies={copies.filter(({ key }) => ticks.get(key) !== false)}
        onDeleted={() => setSource('')}
      />
    </Stack>
  );
  return (
    <Dialog
      open
      title="Wie letzte Woche"
      description={`${from} als Entwürfe dieser Woche, ohne Notizen.`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Abbrechen</Button>
          <Button variant="primary" disabled={chosen.length === 0} onClick={copy}>
            {chosen.length === 0 ? 'Übernehmen' : `${formatCount(chosen.length, 'Eintrag', 'Einträge')} übernehmen`}
          </Button>
        </>
      }
    >
      <Stack gap={2}>
        {templates.length > 0 && (
          <Select
            label="Vorlage"
            placeholder="Letzte Woche"
            options={templates.map(({ id, name }) => ({ value: id, label: name }))}
            value={source}
            onChange={({ target }) => setSource(target.value)}
          />
        )}
        {template === undefined ? (
          <QueryPart query={week} title="Einträge der letzten Woche" loading={<SkeletonCard lines={3} />}>
            {() => (copies.length === 0 ? <Text>In der letzten Woche steht nichts.</Text> : list)}
          </QueryPart>
        ) : (
          list
        )}
      </Stack>
    </Dialog>
  );
}
