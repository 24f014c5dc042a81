import { useCallback, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { HelpText, PartError, QueryPart, useDataClient } from '@nemus/area';
import { useSession } from '@nemus/contract/react';
import { formatMinutes, signOffInboxQuery, signOffStatusQuery, type InboxEntry } from '@nemus/data';
import {
  Box,
  Button,
  Card,
  Checkbox,
  EmptyState,
  formatCount,
  formatDate,
  Row,
  SkeletonRows,
  Stack,
  Text,
} from '@nemus/ui';
import { LEFT_WORDS } from '../../entries/entry-state';
import { LogbookPage } from '../../frame/LogbookPage';
import { DecisionDialog } from './DecisionDialog';
import { EntryLine } from './EntryLine';
import { groupEntries, minutesOf, type EntryGroup } from './group-entries';
import { InvitationCards } from './InvitationCards';

/** Entries that wait for the account to confirm: by trainee and week, in bulk. */
export default function InboxPage() {
  const { userId } = useSession();
  const client = useDataClient();
  const status = useQuery(signOffStatusQuery(client, userId));
  return (
    <LogbookPage
      title="Eingang"
      intro="Einträge, die auf Ihre Bestätigung warten. Bestätigen Sie viele auf einmal, oder geben Sie einzelne mit einem Grund zurück."
    >
      <QueryPart query={status} title="Ihre Benennungen" loading={<SkeletonRows count={1} />}>
        {({ invitations, deputies }) => (
          <>
            <InvitationCards invitations={invitations} />
            {deputies.map(({ name, institution, valid_until }) => (
              <Text key={`${name} ${institution ?? ''} ${valid_until}`} variant="small">
                Bis {formatDate(valid_until)} vertreten Sie {name}
                {institution === null ? '' : ` (${institution})`}.
              </Text>
            ))}
          </>
        )}
      </QueryPart>
      <Inbox userId={userId} />
    </LogbookPage>
  );
}

function Inbox({ userId }: { userId: string }) {
  const [pages, setPages] = useState(1);
  const query = useQuery(signOffInboxQuery(useDataClient(), userId, pages));
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<{ kind: 'confirm' | 'return'; entries: readonly InboxEntry[] } | null>(null);
  const select = useCallback(
    (ids: readonly string[], on: boolean) =>
      setSelected((before) => {
        const after = new Set(before);
        for (const id of ids) {
          if (on) after.add(id);
          else after.delete(id);
        }
        return after;
      }),
    [],
  );
  if (query.data === undefined) {
    return query.isError ? (
      <PartError
        title="Ihr Eingang"
        error={query.error}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    ) : (
      <SkeletonRows count={4} />
    );
  }
  const { entries, next } = query.data;
  const chosen = entries.filter(({ id }) => selected.has(id));
  if (entries.length === 0) {
    return (
      <EmptyState icon="check-circle" title="Nichts wartet auf Sie">
        Reicht jemand Einträge bei Ihnen ein, stehen sie hier. Wie oft wir Ihnen dazu E-Mails schreiben, stellen Sie
        unter „Vertretung und E-Mails“ ein.
      </EmptyState>
    );
  }
  return (
    // Keyboard focus scrolls above the selection bar, never below it.
    <Stack gap={2} sx={{ '& li input, & article button': { scrollMarginBlockEnd: '12rem' } }}>
      <HelpText question="Was bedeutet meine Bestätigung?">
        <p>
          Sie bestätigen, dass die Tätigkeit an diesem Tag in diesem Umfang stattgefunden hat. Danach ist der Eintrag
          nicht mehr zu ändern, nur durch einen neuen zu berichtigen, der wieder bestätigt wird. Stimmt etwas nicht,
          geben Sie ihn mit einem Grund zurück. Bei einem Zertifikat bestätigen Sie, dass die Datei den Kurs, seinen
          Umfang und sein Datum belegt.
        </p>
      </HelpText>
      {groupEntries(entries).map((group) => (
        <GroupCard
          key={group.key}
          group={group}
          selected={selected}
          onSelect={select}
          onConfirm={() => setAsked({ kind: 'confirm', entries: group.entries })}
        />
      ))}
      {next !== null && (
        <Row>
          <Button loading={query.isPlaceholderData} onClick={() => setPages(pages + 1)}>
            Weitere Einträge laden
          </Button>
        </Row>
      )}
      {chosen.length > 0 && (
        <Box
          role="group"
          aria-label="Auswahl"
          sx={{
            position: 'sticky',
            bottom: 0,
            padding: 1.5,
            backgroundColor: 'background.paper',
            borderTop: '1px solid',
            borderColor: 'divider',
          }}
        >
          <Row justify="between">
            <Text role="status" variant="small">
              {formatCount(chosen.length, 'Eintrag', 'Einträge')} ausgewählt, {formatMinutes(minutesOf(chosen))}
            </Text>
            <Row>
              <Button variant="primary" onClick={() => setAsked({ kind: 'confirm', entries: chosen })}>
                Auswahl bestätigen
              </Button>
              <Button onClick={() => setAsked({ kind: 'return', entries: chosen })}>Auswahl zurückgeben</Button>
            </Row>
          </Row>
        </Box>
      )}
      {asked !== null && (
        <DecisionDialog
          {...asked}
          onClose={() => setAsked(null)}
          onDone={() => {
            setAsked(null);
            setSelected(new Set());
          }}
        />
      )}
    </Stack>
  );
}

function GroupCard({
  group: { trainee, week, entries },
  selected,
  onSelect,
  onConfirm,
}: {
  group: EntryGroup;
  selected: ReadonlySet<string>;
  onSelect: (ids: readonly string[], on: boolean) => void;
  onConfirm: () => void;
}) {
  const ids = entries.map(({ id }) => id);
  const count = ids.filter((id) => selected.has(id)).length;
  const name = trainee === '' ? 'Ohne Namen' : trainee;
  const of = `${name}, Woche ab ${formatDate(week)}`;
  return (
    <Card
      level={2}
      title={name}
      subtitle={`Woche ab ${formatDate(week)}: ${formatCount(ids.length, 'Eintrag', 'Einträge')}, ${formatMinutes(minutesOf(entries))}`}
      aside={
        <Button size="small" icon="check" aria-label={`Woche bestätigen: ${of}`} onClick={onConfirm}>
          Woche bestätigen
        </Button>
      }
    >
      <Stack gap={0.5}>
        {entries.some(({ is_linked: isLinked }) => !isLinked) && <Text variant="small">{LEFT_WORDS}</Text>}
        {ids.length > 1 && (
          <Checkbox
            label="Alle dieser Woche"
            aria-label={`Alle auswählen: ${of}`}
            checked={count === ids.length}
            indeterminate={count > 0 && count < ids.length}
            onChange={({ target }) => onSelect(ids, target.checked)}
          />
        )}
        <Stack as="ul" role="list" gap={1} sx={{ listStyle: 'none', padding: 0, margin: 0 }}>
          {entries.map((entry) => (
            <EntryLine key={entry.id} entry={entry} selected={selected.has(entry.id)} onSelect={onSelect} />
          ))}
        </Stack>
      </Stack>
    </Card>
  );
}
