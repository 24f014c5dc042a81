import { useId } from 'react';
import { MEMBER_ROLES, memberRoleWords, type MemberRole } from '@nemus/data';
import { Box, Checkbox, Stack, Text } from '@nemus/ui';

/** A member's roles with their descriptions. Administrators hold all. */
export function RolesField({
  value,
  error,
  onChange,
}: {
  value: readonly MemberRole[];
  error: string | undefined;
  onChange: (roles: readonly MemberRole[]) => void;
}) {
  const id = useId();
  const all = value.includes('administration');
  const change = (role: MemberRole, held: boolean) => {
    if (role === 'administration') onChange(held ? [role] : []);
    else onChange(held ? [...value, role] : value.filter((other) => other !== role));
  };
  return (
    <Box
      component="fieldset"
      aria-describedby={error === undefined ? undefined : id}
      sx={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}
    >
      <Text as="legend" variant="label" sx={{ padding: 0, marginBlockEnd: 0.75 }}>
        Rollen
      </Text>
      <Stack gap={0.5}>
        {MEMBER_ROLES.map((role) => (
          <Checkbox
            key={role}
            label={memberRoleWords(role).label}
            hint={memberRoleWords(role).may}
            checked={all || value.includes(role)}
            disabled={all && role !== 'administration'}
            onChange={({ target }) => change(role, target.checked)}
          />
        ))}
        {error !== undefined && (
          <Text id={id} role="alert" variant="small" tone="error">
            {error}
          </Text>
        )}
      </Stack>
    </Box>
  );
}
