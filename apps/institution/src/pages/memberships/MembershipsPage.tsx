import { useState } from 'react';
import { pageReads, QueryPart, reasonOf, useAction, useDataClient } from '@nemus/area';
import { NoMembership } from '@nemus/area/roles';
import { usePorts } from '@nemus/contract/react';
import { chooseInstitution, leaveMembership, memberRolesText, membershipsQuery, type Membership } from '@nemus/data';
import { Button, Card, ConfirmDialog, formatDate, SkeletonRows, Stack, StatusChip, Text } from '@nemus/ui';
import { SettingsFrame } from '../../frame/SettingsFrame';
import { institutionName } from '../../memberships/institution-name';
import { useReloadDashboard } from '../../memberships/useReloadDashboard';

export const { reads, usePageReads } = pageReads(({ client, userId }) => ({
  memberships: membershipsQuery(client, userId),
}));

/** For which institutions the account may act, and for which it does now. */
export default function MembershipsPage() {
  const { memberships: query } = usePageReads();
  return (
    <SettingsFrame
      width="narrow"
      title="Mitgliedschaften"
      intro="Für welche Weiterbildungsstätten Ihr Konto handelt. Was Sie wählen, gilt in allen Ihren Fenstern."
    >
      <QueryPart query={query} title="Mitgliedschaften" loading={<SkeletonRows count={2} />}>
        {(memberships) =>
          memberships.length === 0 ? (
            <NoMembership />
          ) : (
            <Stack as="ul" role="list" gap={2} sx={{ listStyle: 'none', padding: 0, margin: 0 }}>
              {memberships.map((membership) => (
                <MembershipCard key={membership.institution_id} membership={membership} />
              ))}
            </Stack>
          )
        }
      </QueryPart>
    </SettingsFrame>
  );
}

function MembershipCard({ membership }: { membership: Membership }) {
  const client = useDataClient();
  const { notify } = usePorts();
  const openAnew = useReloadDashboard();
  const [asking, setAsking] = useState(false);
  const { institution_id: id, roles, since, is_chosen: isChosen } = membership;
  const name = institutionName(membership);
  const choose = useAction({
    mutationFn: () => chooseInstitution(client, id),
    onSuccess: openAnew,
    onError: (error) => notify({ kind: 'error', title: 'Nicht gewechselt', description: reasonOf(error) }),
  });
  const leave = useAction({
    mutationFn: () => leaveMembership(client, id),
    onSuccess: openAnew,
    onError: (error) => notify({ kind: 'error', title: 'Nicht verlassen', description: reasonOf(error) }),
    onSettled: () => setAsking(false),
  });
  return (
    <Card
      as="li"
      level={2}
      title={name}
      aside={isChosen && <StatusChip tone="success">Sie handeln hier</StatusChip>}
      footer={
        <>
          {!isChosen && (
            <Button
              variant="primary"
              loading={choose.isPending}
              aria-label={`Für ${name} handeln`}
              onClick={() => choose.mutate()}
            >
              Hierfür handeln
            </Button>
          )}
          <Button aria-label={`Verlassen: ${name}`} onClick={() => setAsking(true)}>
            Verlassen …
          </Button>
        </>
      }
    >
      <Text variant="small" tone="muted">
        {`${memberRolesText(roles)} · seit ${formatDate(since)}`}
      </Text>
      <ConfirmDialog
        open={asking}
        danger
        title={`${name} verlassen?`}
        confirmLabel="Weiterbildungsstätte verlassen"
        busy={leave.isPending}
        onConfirm={() => leave.mutate()}
        onCancel={() => setAsking(false)}
      >
        Sie verlieren sofort den Zugang zu PiW, Buchungen und Käufen dieser Weiterbildungsstätte, auch zu Kursen, die
        Sie mit ihren Credits für sich belegt und noch nicht abgeschlossen haben. Ihr Konto bleibt. Zurück kommen Sie
        nur mit einer neuen Einladung.
      </ConfirmDialog>
    </Card>
  );
}
