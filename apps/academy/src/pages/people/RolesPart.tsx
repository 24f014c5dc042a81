import { useState } from 'react';
import { useDataClient } from '@nemus/area';
import { setStaffRole, STAFF_ROLES, type StaffAccount, type StaffRole } from '@nemus/data';
import { Button, Card, ConfirmDialog, formatDate, Row, Stack, Text } from '@nemus/ui';
import { useStaffMutation } from '../../dialogs/useStaffMutation';
import { ROLES } from './people-labels';

/** Which roles of staff an account has; each is given and taken after a question. */
export function RolesPart({ account }: { account: StaffAccount }) {
  const client = useDataClient();
  const [asking, setAsking] = useState<StaffRole | null>(null);
  const held = new Map(account.roles.map((role) => [role.role, role]));
  const has = asking !== null && held.has(asking);
  const change = useStaffMutation({
    act: (role: StaffRole) => setStaffRole(client, account.user_id, role, !held.has(role)),
    done: () => ({ title: 'Rolle geändert' }),
    failed: 'Rolle nicht geändert',
    onDone: () => setAsking(null),
  });
  return (
    <Card title="Rollen im Team der Akademie" level={2} as="section">
      <Stack as="ul" gap={1.5} sx={{ paddingInlineStart: 0, margin: 0, listStyle: 'none' }}>
        {STAFF_ROLES.map((role) => {
          const given = held.get(role);
          // Staff with the role `people` gives itself none, and keeps this one.
          const fixed = account.is_own && (!given || role === 'people');
          return (
            <Row as="li" key={role} justify="between" gap={1}>
              <Stack gap={0} sx={{ flex: '1 1 14rem' }}>
                <Text strong>{ROLES[role].label}</Text>
                <Text variant="caption" tone="muted">
                  {ROLES[role].may}
                  {given ? ` · seit ${formatDate(given.since)}${given.by === null ? '' : `, von ${given.by}`}` : ''}
                  {fixed ? ` · dem eigenen Konto nicht zu ${given ? 'nehmen' : 'geben'}` : ''}
                </Text>
              </Stack>
              <Button
                size="small"
                aria-label={`${given ? 'Rolle nehmen' : 'Rolle geben'}: ${ROLES[role].label}`}
                disabled={fixed || (!given && account.is_blocked)}
                onClick={() => setAsking(role)}
              >
                {given ? 'Nehmen …' : 'Geben …'}
              </Button>
            </Row>
          );
        })}
      </Stack>
      <ConfirmDialog
        open={asking !== null}
        danger={has}
        title={has ? 'Rolle nehmen?' : 'Rolle geben?'}
        confirmLabel={has ? 'Rolle nehmen' : 'Rolle geben'}
        busy={change.isPending}
        onConfirm={() => asking && change.mutate(asking)}
        onCancel={() => setAsking(null)}
      >
        {asking === null
          ? ''
          : has
            ? `Die Person kann danach nicht mehr: ${ROLES[asking].may}. Das gilt sofort.`
            : `Die Person kann danach: ${ROLES[asking].may}. Sie sieht den Bereich, sobald sie die Seite neu lädt.`}
      </ConfirmDialog>
    </Card>
  );
}
