import { useState } from 'react';
import { reasonOf, useAction, useDataClient } from '@nemus/area';
import { ColumnSelects, FIELD_LABELS, LineList, TableFileButton, type ColumnField } from '@nemus/area/tables';
import { usePorts } from '@nemus/contract/react';
import { DataError, nameConfirmer } from '@nemus/data';
import { Alert, Button, formatCount, Row, Text, TextArea, TextField } from '@nemus/ui';
import { usePublishLogbookChange } from '../../frame/usePublishLogbookChange';
import { today } from '../../week/week';
import { MOST_PEOPLE, peopleText, readPeople, type PersonLine } from './people-list';
import { PersonChangeDialog } from './PersonChangeDialog';
import { hasDays, ROLE_FIELDS, RoleFields, roleOf, type RoleForm } from './RoleFields';

const NO_FIELDS: ReadonlyMap<number, ColumnField> = new Map();

/** Names one person, or several from a list, each with the same role: in one dialog. */
export function NamingDialog({ onClose }: { onClose: () => void }) {
  const client = useDataClient();
  const publish = usePublishLogbookChange();
  const { notify } = usePorts();
  const [isList, setList] = useState(false);
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [text, setText] = useState('');
  const [fields, setFields] = useState(NO_FIELDS);
  const [asked, setAsked] = useState(false);
  const [form, setForm] = useState<RoleForm>({ role: 'supervision', trainee: '', site: '', from: today(), until: '' });
  const list = readPeople(text, fields);
  const bad = list.lines.filter(({ problem }) => problem !== null);
  const good = list.lines.filter(({ problem }) => problem === null);
  const changeText = (changed: string) => {
    setText(changed);
    setFields(NO_FIELDS);
  };
  const save = useAction({
    mutationFn: async (people: readonly Pick<PersonLine, 'line' | 'name' | 'email'>[]) => {
      const refused: { email: string; text: string }[] = [];
      for (const person of people) {
        try {
          // oxlint-disable-next-line no-await-in-loop -- one after the other, so that each refusal has its line
          await nameConfirmer(client, {
            name: person.name,
            email: person.email,
            ...roleOf(form),
          });
        } catch (error) {
          if (!isList) throw error;
          refused.push({ email: person.email, text: `${person.name}: ${reasonOf(error)}` });
        }
      }
      const done = new Set(people.map(({ email: to }) => to));
      for (const { email: to } of refused) done.delete(to);
      return { named: people.length - refused.length, refused, done };
    },
    onSuccess: ({ named, refused, done }) => {
      publish();
      if (named > 0) {
        const who = isList ? formatCount(named, 'Person', 'Personen') : name;
        notify({ kind: 'success', title: `${who} ${named === 1 ? 'ist' : 'sind'} benannt` });
      }
      if (refused.length === 0) onClose();
      // People who are named leave the list: saving again sends the others.
      else if (named > 0) changeText(peopleText(list.lines.filter(({ email: to }) => !done.has(to))));
    },
  });
  const field = save.error instanceof DataError ? save.error.field : undefined;
  const words = save.error === null ? undefined : reasonOf(save.error);
  const at = (wanted: string) => (field === wanted ? words : undefined);
  const isKnown = field !== undefined && ['name', 'email', ...ROLE_FIELDS].includes(field);
  const tooMany = good.length > MOST_PEOPLE;
  const nobody = isList && asked && (good.length === 0 || tooMany);
  return (
    <PersonChangeDialog
      title={isList ? 'Personen benennen' : 'Person benennen'}
      problem={isKnown ? undefined : words}
      isPending={save.isPending}
      onSave={() => {
        setAsked(true);
        if (!hasDays(form)) return;
        if (!isList) save.mutate([{ line: 1, name, email }]);
        else if (good.length > 0 && !tooMany) save.mutate(good);
      }}
      onClose={onClose}
    >
      {isList ? (
        <>
          <TextArea
            label="Liste"
            hint="Je Zeile Name und E-Mail-Adresse, aus einer Tabelle oder einem Mailprogramm."
            rows={5}
            value={text}
            readOnly={save.isPending}
            error={
              nobody
                ? tooMany
                  ? `Höchstens ${MOST_PEOPLE} Personen auf einmal.`
                  : (list.missing ?? 'In der Liste steht noch keine Person, die benannt werden kann.')
                : undefined
            }
            onChange={({ target }) => {
              save.reset();
              changeText(target.value);
            }}
          />
          <Row>
            <TableFileButton
              disabled={save.isPending}
              onText={(read) => {
                save.reset();
                changeText(read);
              }}
            />
            <Button variant="quiet" onClick={() => setList(false)}>
              Nur eine Person
            </Button>
          </Row>
          {list.columns.length > 0 && list.missing !== null && (
            <ColumnSelects
              columns={list.columns}
              labels={FIELD_LABELS}
              onChoose={(place, chosen) => setFields(new Map([...fields, [place, chosen]]))}
            />
          )}
          {list.lines.length > 0 && (
            <Text variant="small" role="status">
              {formatCount(good.length, 'Person wird', 'Personen werden')} benannt
              {bad.length > 0 && `, ${formatCount(bad.length, 'Zeile', 'Zeilen')} übersprungen`}.
            </Text>
          )}
          {bad.length > 0 && (
            <Alert tone="warning" title="Diese Zeilen werden übersprungen">
              <LineList
                lines={bad.map(({ line, name: of, email: to, problem }) => ({
                  key: `${line} ${to}`,
                  line,
                  text: `${of || to}: ${problem ?? ''}`,
                }))}
              />
            </Alert>
          )}
          {save.data !== undefined && save.data.refused.length > 0 && (
            <Alert tone="error" title="Nicht benannt">
              <LineList
                lines={save.data.refused.map(({ email: to, text: reason }) => ({
                  key: to,
                  line: list.lines.find((one) => one.email === to)?.line ?? 1,
                  text: reason,
                }))}
              />
            </Alert>
          )}
        </>
      ) : (
        <>
          <TextField
            label="Name"
            hint="Mit Titel, so wie er unter bestätigten Einträgen steht"
            maxLength={200}
            value={name}
            error={at('name')}
            onChange={({ target }) => setName(target.value)}
          />
          <TextField
            label="E-Mail"
            type="email"
            hint="Dorthin gehen Links zum Bestätigen. Hat die Adresse ein Konto, kann die Person dort annehmen."
            maxLength={255}
            value={email}
            error={at('email')}
            onChange={({ target }) => setEmail(target.value)}
          />
          <Row>
            <Button variant="quiet" icon="upload" onClick={() => setList(true)}>
              Mehrere aus einer Liste
            </Button>
          </Row>
        </>
      )}
      <RoleFields form={form} asked={asked} at={at} onChange={(change) => setForm({ ...form, ...change })} />
    </PersonChangeDialog>
  );
}
