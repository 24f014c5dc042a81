import { useState } from 'react';
import { useDataClient } from '@nemus/area';
import { endLink, resendForInstitution, type StaffAccount, type StaffLink } from '@nemus/data';
import { Button, Card, ConfirmDialog, formatDate, Link as TextLink, Row, Stack, Text } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { useStaffMutation } from '../../dialogs/useStaffMutation';
import { paths } from '../../paths';

function stateOf({ linked_at: linked, invitation }: StaffLink): string {
  if (linked !== null) return `Verbunden seit ${formatDate(linked)}`;
  if (!invitation) return 'Nicht eingeladen';
  if (invitation.declined_at !== null) return 'Einladung abgelehnt';
  const sent = invitation.last_sent_at === null ? '' : ` am ${formatDate(invitation.last_sent_at)}`;
  return invitation.is_open ? `Eingeladen${sent}` : `Einladung${sent} gilt nicht mehr`;
}

/** Links between people and institutions: who sees whom, and the actions of staff. */
export function LinksPart({ account }: { account: StaffAccount }) {
  const client = useDataClient();
  const [ending, setEnding] = useState<StaffLink | null>(null);
  const end = useStaffMutation({
    act: (link: StaffLink) => endLink(client, link.trainee_id),
    done: () => ({ title: 'Verbindung beendet' }),
    failed: 'Verbindung nicht beendet',
    onDone: () => setEnding(null),
  });
  const resend = useStaffMutation({
    act: (link: StaffLink) => resendForInstitution(client, link.trainee_id),
    done: () => ({ title: 'Einladung versandt' }),
    failed: 'Einladung nicht versandt',
  });
  const isInstitution = account.user_type === 'institution';
  return (
    <Card title={isInstitution ? 'PiW dieser Weiterbildungsstätte' : 'Verbindungen'} level={2} as="section">
      {account.links.length === 0 ? (
        <Text tone="muted">
          {isInstitution
            ? 'Noch niemand eingetragen.'
            : 'Mit keiner Weiterbildungsstätte verbunden. Eine Verbindung entsteht nur, wenn die Person eine Einladung annimmt.'}
        </Text>
      ) : (
        <Stack as="ul" gap={1.5} sx={{ paddingInlineStart: 0, margin: 0, listStyle: 'none' }}>
          {account.links.map((link) => (
            <Row as="li" key={link.trainee_id} justify="between" gap={1}>
              <Stack gap={0} sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
                {link.user_id === null ? (
                  <Text>{link.name}</Text>
                ) : (
                  <TextLink component={Link} to={paths.person(link.user_id)}>
                    {link.name}
                  </TextLink>
                )}
                <Text variant="caption" tone="muted">
                  {[link.email, stateOf(link)].filter(Boolean).join(', ')}
                </Text>
              </Stack>
              {link.linked_at !== null ? (
                <Button size="small" aria-label={`Verbindung beenden: ${link.name}`} onClick={() => setEnding(link)}>
                  Verbindung beenden …
                </Button>
              ) : link.invitation && link.invitation.declined_at === null ? (
                <Button
                  size="small"
                  aria-label={`Erneut einladen: ${link.name}`}
                  loading={resend.isPending && resend.variables?.trainee_id === link.trainee_id}
                  onClick={() => resend.mutate(link)}
                >
                  Erneut einladen
                </Button>
              ) : null}
            </Row>
          ))}
        </Stack>
      )}
      <ConfirmDialog
        open={ending !== null}
        danger
        title="Verbindung beenden?"
        confirmLabel="Verbindung beenden"
        busy={end.isPending}
        onConfirm={() => ending && end.mutate(ending)}
        onCancel={() => setEnding(null)}
      >
        Die Weiterbildungsstätte sieht den Stand der Weiterbildung nicht mehr; ihr Eintrag der Person und gebuchte
        Seminare bleiben. Die Person sieht, dass die Verbindung beendet ist. Neu entsteht sie nur durch eine Einladung,
        die die Person annimmt.
      </ConfirmDialog>
    </Card>
  );
}
