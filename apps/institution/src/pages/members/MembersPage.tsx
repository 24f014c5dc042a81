import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient } from '@nemus/area';
import { useSession } from '@nemus/contract/react';
import { membershipsQuery, membersQuery, type OrganisationMember } from '@nemus/data';
import { Button, EmptyState, SkeletonRows, Stack } from '@nemus/ui';
import { SettingsFrame } from '../../frame/SettingsFrame';
import { EndDialog } from './EndDialog';
import { InviteDialog } from './InviteDialog';
import { MemberTable } from './MemberTable';
import { OpenInvitations } from './OpenInvitations';
import { RolesDialog } from './RolesDialog';

const TITLE = 'Mitglieder';

type Opened =
  | { readonly kind: 'invite' }
  | { readonly kind: 'roles'; readonly member: OrganisationMember }
  | { readonly kind: 'end'; readonly member: OrganisationMember };

/** The institution's members and roles; for administrators. */
export default function MembersPage() {
  const client = useDataClient();
  const { userId } = useSession();
  const query = useQuery(membersQuery(client, userId));
  const memberships = useQuery(membershipsQuery(client, userId));
  const institutionId = memberships.data?.find(({ is_chosen: isChosen }) => isChosen)?.institution_id ?? null;
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const members = query.data?.members ?? [];
  const invite = (
    <Button variant="primary" icon="add" onClick={() => setOpened({ kind: 'invite' })}>
      Mitglied einladen
    </Button>
  );
  return (
    <SettingsFrame
      title={TITLE}
      intro="Wer mit dem eigenen Konto für Ihre Weiterbildungsstätte handelt, und was jede Person darf."
      actions={invite}
    >
      <QueryPart query={query} title="Mitglieder" loading={<SkeletonRows count={4} />}>
        {({ invitations }) => (
          <Stack gap={2.5}>
            <MemberTable
              members={members}
              onRoles={(member) => setOpened({ kind: 'roles', member })}
              onEnd={(member) => setOpened({ kind: 'end', member })}
            />
            <OpenInvitations invitations={invitations} />
            {members.length === 1 && invitations.length === 0 && (
              <EmptyState icon="trainees" title="Bisher handeln Sie allein">
                Laden Sie Kolleg*innen ein, die Kurse buchen, Rechnungen prüfen oder nur mitlesen. Jede Person meldet
                sich mit einem eigenen Konto an und sieht nur, was ihre Rollen erlauben.
              </EmptyState>
            )}
          </Stack>
        )}
      </QueryPart>
      {opened?.kind === 'invite' && <InviteDialog onClose={close} />}
      {opened?.kind === 'roles' && <RolesDialog member={opened.member} onClose={close} />}
      {opened?.kind === 'end' && institutionId !== null && (
        <EndDialog member={opened.member} institutionId={institutionId} onClose={close} />
      )}
    </SettingsFrame>
  );
}
