import { memberRolesText, type OrganisationMember } from '@nemus/data';
import { Button, Chip, formatDate, Row, Stack, StatusChip, Text } from '@nemus/ui';
import { DataTable, type Column } from '@nemus/ui/data';
import { reasonForLockedRoles } from './member-words';

/** The members of the institution, with actions for each. */
export function MemberTable({
  members,
  onRoles,
  onEnd,
}: {
  members: readonly OrganisationMember[];
  onRoles: (member: OrganisationMember) => void;
  onEnd: (member: OrganisationMember) => void;
}) {
  const columns: readonly Column<OrganisationMember>[] = [
    {
      key: 'name',
      header: 'Name',
      cell: (member) => (
        <Stack gap={0}>
          <Row gap={0.75}>
            <span>{member.name}</span>
            {member.is_own && <Chip>Sie</Chip>}
          </Row>
          <Text variant="caption" tone="muted" sx={{ overflowWrap: 'anywhere' }}>
            {member.email}
          </Text>
        </Stack>
      ),
    },
    {
      key: 'roles',
      header: 'Rollen',
      cell: (member) => (
        <Stack gap={0}>
          <span>{memberRolesText(member.roles)}</span>
          {member.is_blocked && <StatusChip tone="warning">Gesperrt</StatusChip>}
          {members.length > 1 && reasonForLockedRoles(member, members) !== null && (
            <Text variant="caption" tone="muted">
              {reasonForLockedRoles(member, members)}
            </Text>
          )}
        </Stack>
      ),
    },
    { key: 'since', header: 'Seit', cell: ({ since }) => formatDate(since) },
    {
      key: 'actions',
      header: 'Aktionen',
      hideHeader: true,
      align: 'end',
      cell: (member) => {
        const { name, is_own: isOwn } = member;
        if (reasonForLockedRoles(member, members) !== null) return null;
        return (
          <Row gap={0.75} justify="end">
            <Button size="small" aria-label={`Rollen ändern: ${name}`} onClick={() => onRoles(member)}>
              Rollen …
            </Button>
            <Button
              size="small"
              aria-label={isOwn ? 'Weiterbildungsstätte verlassen' : `Entfernen: ${name}`}
              onClick={() => onEnd(member)}
            >
              {isOwn ? 'Verlassen …' : 'Entfernen …'}
            </Button>
          </Row>
        );
      },
    },
  ];
  return (
    <DataTable
      caption="Mitglieder Ihrer Weiterbildungsstätte"
      columns={columns}
      rows={members}
      rowKey={({ user_id: id }) => id}
    />
  );
}
