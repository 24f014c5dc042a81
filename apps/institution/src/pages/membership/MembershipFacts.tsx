import { heldRoles, memberRoleWords, type MemberInvitationPage } from '@nemus/data';
import { formatDate, Stack, Text } from '@nemus/ui';

/** Who invites, and what the person may do afterwards. */
export function MembershipFacts({
  name,
  invitation: { inviter, roles, expires_at: expiresAt },
}: {
  /** Of the institution. */
  name: string;
  invitation: MemberInvitationPage;
}) {
  return (
    <Stack gap={1.5}>
      <Text>
        {inviter === null || inviter === ''
          ? `Sie sind eingeladen, mit einem eigenen Konto für ${name} zu handeln.`
          : `${inviter} lädt Sie ein, mit einem eigenen Konto für ${name} zu handeln.`}
      </Text>
      <Stack gap={0.5}>
        <Text as="h2" variant="subheading">
          Ihre Rollen
        </Text>
        <Stack as="ul" gap={0.5} sx={{ paddingInlineStart: 2.5, margin: 0 }}>
          {heldRoles(roles).map((role) => (
            <li key={role}>
              <strong>{memberRoleWords(role).label}</strong>: {memberRoleWords(role).may}
            </li>
          ))}
        </Stack>
      </Stack>
      <Text variant="small" tone="muted">
        Die Einladung gilt bis {formatDate(expiresAt)}. Was Sie für die Weiterbildungsstätte tun, steht mit Ihrem Namen
        in deren Protokoll.
      </Text>
    </Stack>
  );
}
