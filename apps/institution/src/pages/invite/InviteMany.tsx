import { useDeferredValue, useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { LeaveGuard, saveFile, useDataClient } from '@nemus/area';
import { TableFileButton, type ColumnField } from '@nemus/area/tables';
import { usePorts } from '@nemus/contract/react';
import { listedPeopleQuery, type InvitedPerson } from '@nemus/data';
import { Button, ButtonLink, Card, Form, FormActions, formatCount, ProgressBar, Row, TextArea } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { paths } from '../../paths';
import { ColumnChoice } from './ColumnChoice';

import {
  faultyPeopleOf,
  LONGEST_LIST,
  peopleOf,
  readList,
  writeInvitationList,
  writtenOut,
  type Listed,
} from './invitation-list';
import { InvitationResults } from './InvitationResults';
import { ListPreview } from './ListPreview';
import { useSendInvitations } from './useSendInvitations';

/** Content of the template; the byte order mark makes Excel read it as UTF-8. */
const TEMPLATE = '\uFEFFVorname;Nachname;E-Mail;Telefon\r\nAnna;Berg;anna.berg@praxis.example;+49 30 123456\r\n';
const NONE_LISTED: Listed = new Map();
/** Invites many people from a pasted list or a CSV file, after a look at every line. */
export function InviteMany() {
  const [text, setTyped] = useState('');
  /** What people chose for the columns of this list. */
  const [chosen, setChosen] = useState<ReadonlyMap<number, ColumnField>>(new Map());
  const setText = (next: string) => {
    // Another first line is another table.
    if (next.split('\n', 1)[0] !== text.split('\n', 1)[0]) setChosen(new Map());
    setTyped(next);
  };
  const given = useDeferredValue(text);
  const list = useMemo(() => readList(given, chosen), [given, chosen]);
  const { lines } = list;
  const send = useSendInvitations();
  const { notify } = usePorts();
  const tooLong = lines.length > LONGEST_LIST;
  // A missing preview does no harm: the database refuses people who are already in the list, and says why.
  const addresses = useMemo(() => peopleOf(lines).map(({ email }) => email.toLowerCase()), [lines]);
  const found = useQuery({ ...listedPeopleQuery(useDataClient(), tooLong ? [] : addresses), retry: false });
  const listed = found.data ?? NONE_LISTED;
  const people = useMemo(() => (list.missing === null ? peopleOf(lines, listed) : []), [list, lines, listed]);

  if (send.data) {
    const faulty = faultyPeopleOf(lines);
    /** Returns to the text box, with failed people and lines to correct. */
    const again = (people: readonly InvitedPerson[]) => {
      send.reset();
      setText(writeInvitationList([...people, ...faulty]));
    };
    return <InvitationResults sent={send.data} faulty={faulty.length} onRetry={again} onAgain={() => again([])} />;
  }
  return (
    <Form
      aria-label="Mehrere Personen einladen"
      onSubmit={(event) => {
        event.preventDefault();
        if (people.length === 0)
          notify({ kind: 'error', title: 'Niemand zum Einladen', description: 'Bitte fügen Sie eine Liste ein.' });
        else if (!tooLong) send.mutate(people);
      }}
    >
      <LeaveGuard when={text.trim() !== ''} />
      <Card as="div">
        <TextArea
          label="Liste"
          rows={7}
          hint="Eine Person je Zeile: Vorname; Nachname; E-Mail; Telefon (freiwillig). Auch aus einer Tabelle oder aus einem Mailprogramm kopiert, oder nur Adressen wie anna.berg@praxis.example."
          placeholder={'Anna; Berg; anna.berg@praxis.example; +49 30 123456\nPaul Kern <paul.kern@praxis.example>'}
          value={text}
          onChange={({ target }) => setText(target.value)}
          disabled={send.isPending}
          spellCheck={false}
        />
        <Row>
          <TableFileButton onText={setText} disabled={send.isPending} />
          <Button
            variant="quiet"
            icon="download"
            onClick={() => saveFile('piw-vorlage.csv', 'text/csv;charset=utf-8', TEMPLATE)}
          >
            Vorlage herunterladen
          </Button>
        </Row>
      </Card>
      {list.columns.length > 0 && (
        <ColumnChoice
          list={list}
          onChoose={(place, field) => setChosen((current) => new Map(current).set(place, field))}
        />
      )}
      {lines.length > 0 && (
        <ListPreview
          lines={lines}
          listed={listed}
          tooLong={tooLong}
          onWriteOut={() => {
            setChosen(new Map());
            setTyped(writtenOut(lines));
          }}
        />
      )}
      {send.isPending && <ProgressBar label="Einladungen werden verschickt" value={send.done} max={people.length} />}
      <FormActions>
        <Button
          type="submit"
          variant="primary"
          icon="mail"
          loading={send.isPending}
          disabled={tooLong || (lines.length > 0 && people.length === 0)}
        >
          {people.length === 0 ? 'Einladungen senden' : `${formatCount(people.length, 'Person', 'Personen')} einladen`}
        </Button>
        <ButtonLink component={Link} to={paths.trainees}>
          Zur PiW Verwaltung
        </ButtonLink>
      </FormActions>
    </Form>
  );
}
