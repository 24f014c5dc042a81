import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { QueryPart, SampleNotice, useDataClient } from '@nemus/area';
import { roleNames, useRoles } from '@nemus/area/roles';
import { useSession } from '@nemus/contract/react';
import { confirmingPeopleQuery, type ConfirmerRoleRow, type ConfirmingPerson } from '@nemus/data';
import { Button, EmptyState, SkeletonRows } from '@nemus/ui';
import { LogbookPage } from '../../frame/LogbookPage';
import { DeputyDialog } from './DeputyDialog';
import { EndDialog, type Ending } from './EndDialog';
import { NamingDialog } from './NamingDialog';
import { PeopleTable, type PersonActions } from './PeopleTable';
import { PersonDialog } from './PersonDialog';
import { RoleDialog } from './RoleDialog';

type Opened =
  | { readonly kind: 'naming' }
  | { readonly kind: 'person'; readonly person: ConfirmingPerson }
  | { readonly kind: 'role'; readonly person: ConfirmingPerson; readonly given: ConfirmerRoleRow | null }
  | { readonly kind: 'deputy'; readonly person: ConfirmingPerson }
  | { readonly kind: 'end'; readonly ending: Ending };

/** The institution's confirmers of entries: roles with period, site and trainee, and deputies. */
export default function PeoplePage() {
  const { userId } = useSession();
  const query = useQuery(confirmingPeopleQuery(useDataClient(), userId));
  const [opened, setOpened] = useState<Opened | null>(null);
  const mayChange = useRoles().may('confirming');
  const close = () => setOpened(null);
  const people = query.data ?? [];
  const actions: PersonActions = {
    onEdit: (person) => setOpened({ kind: 'person', person }),
    onAddRole: (person) => setOpened({ kind: 'role', person, given: null }),
    onEditRole: (person, given) => setOpened({ kind: 'role', person, given }),
    onAddDeputy: (person) => setOpened({ kind: 'deputy', person }),
    onEnd: (ending) => setOpened({ kind: 'end', ending }),
  };
  return (
    <LogbookPage
      title="Wer bestätigt"
      intro="Wer im Logbuch Ihrer PiW Stunden bestätigen darf, in welcher Rolle und wie lange. Wer kein Konto hat, bekommt einen Link per E-Mail."
      actions={
        mayChange && (
          <Button variant="primary" icon="add" onClick={() => setOpened({ kind: 'naming' })}>
            Person benennen
          </Button>
        )
      }
    >
      <SampleNotice shown={people.some(({ is_sample: isSample }) => isSample)} />
      <QueryPart query={query} title="Personen" loading={<SkeletonRows count={4} />}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState icon="trainees" title="Noch niemand ist benannt">
              Benennen Sie Befugte, Supervidierende, Leitungen der Selbsterfahrung und Dozent*innen. Erst dann können
              Ihre PiW Einträge einreichen.
              {mayChange ? '' : ` Das macht, wer die Rolle ${roleNames('confirming')} hat.`}
            </EmptyState>
          ) : (
            <PeopleTable people={list} actions={mayChange ? actions : null} />
          )
        }
      </QueryPart>
      {opened?.kind === 'naming' && <NamingDialog onClose={close} />}
      {opened?.kind === 'person' && <PersonDialog person={opened.person} onClose={close} />}
      {opened?.kind === 'role' && <RoleDialog person={opened.person} given={opened.given} onClose={close} />}
      {opened?.kind === 'deputy' && (
        <DeputyDialog
          person={opened.person}
          possible={people.filter(({ id, state }) => id !== opened.person.id && state === 'account')}
          onClose={close}
        />
      )}
      {opened?.kind === 'end' && <EndDialog ending={opened.ending} onClose={close} />}
    </LogbookPage>
  );
}
