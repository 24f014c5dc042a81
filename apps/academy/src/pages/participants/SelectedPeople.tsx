import { useDataClient } from '@nemus/area';
import { MessageDialog } from '@nemus/area/messages';
import { messageParticipants, type DateParticipant, type DateParticipants } from '@nemus/data';
import { Button, Checkbox, Row } from '@nemus/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { peopleText } from '../dates/date-words';
import { useCurrentMinute } from '../dates/useCurrentMinute';
import { RebookDialog } from './RebookDialog';
import type { Selection } from './useSelection';

/** Selects people of the list, writes to them, and moves them to another date. */
export function SelectedPeople({ list, selection }: { list: DateParticipants; selection: Selection }) {
  const { appointment, has_begun: hasBegun } = list;
  const client = useDataClient();
  const queries = useQueryClient();
  // The people are those of the moment in which the dialog opened.
  const [open, setOpen] = useState<{
    readonly what: 'message' | 'rebook';
    readonly people: readonly DateParticipant[];
  } | null>(null);
  const { chosen, reachable, tickAll } = selection;
  const isCancelled = appointment.cancelled_at !== null;
  const now = useCurrentMinute();
  const lastEnd = appointment.parts?.at(-1)?.ends_at;
  // From a date in parts until its last one ends: who missed a part begins again.
  const isMovable = !hasBegun || (lastEnd !== undefined && Date.parse(lastEnd) > now);
  const close = () => setOpen(null);
  const done = () => {
    close();
    tickAll(false);
  };
  if (reachable.length === 0) return null;
  const ids = open?.people.map(({ user_id: id }) => id) ?? [];
  return (
    <Row gap={1.5}>
      <Checkbox
        label="Alle auswählen"
        checked={chosen.length === reachable.length}
        indeterminate={chosen.length > 0 && chosen.length < reachable.length}
        onChange={({ target }) => tickAll(target.checked)}
      />
      <Button icon="mail" disabled={chosen.length === 0} onClick={() => setOpen({ what: 'message', people: chosen })}>
        {chosen.length === 0 ? 'Nachricht: erst Personen auswählen' : `Nachricht an ${peopleText(chosen.length)}`}
      </Button>
      {isCancelled && (
        <Button variant="primary" icon="appointments" onClick={() => setOpen({ what: 'rebook', people: reachable })}>
          Alle umbuchen auf …
        </Button>
      )}
      {(isCancelled || isMovable) && chosen.length > 0 && (
        <Button icon="appointments" onClick={() => setOpen({ what: 'rebook', people: chosen })}>
          {`${peopleText(chosen.length)} umbuchen`}
        </Button>
      )}
      {open?.what === 'message' && (
        <MessageDialog
          names={open.people.map(({ name }) => name)}
          send={(text, id) => messageParticipants(client, appointment.id, ids, text, id)}
          skipped="nicht mehr an diesem Termin"
          record="Text und Empfänger*innen stehen unter dieser Liste und im Protokoll."
          onClose={close}
          onSent={() => {
            done();
            void queries.invalidateQueries({ queryKey: ['academy', 'participants'] });
          }}
        />
      )}
      {open?.what === 'rebook' && <RebookDialog appointment={appointment} people={ids} onClose={close} onDone={done} />}
    </Row>
  );
}
