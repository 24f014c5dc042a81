import { useQuery, useQueryClient } from '@tanstack/react-query';
import { QueryPart, reasonOf, useAction, useDataClient } from '@nemus/area';
import { usePorts, useSession } from '@nemus/contract/react';
import {
  chooseNotification,
  isNewsKind,
  NEWS,
  NEWS_GROUPS,
  notificationSettingsQuery,
  type NewsGroup,
  type NotificationSetting,
} from '@nemus/data';
import { Alert, ButtonLink, Card, SkeletonCard, Stack } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { AccountPage } from '../../frame/AccountPage';
import { ChannelTable, type Choice } from './ChannelTable';

/** The channels of each kind of news. A choice takes effect at once. */
export default function NotificationSettingsPage() {
  const client = useDataClient();
  const { userId } = useSession();
  const { notify } = usePorts();
  const cache = useQueryClient();
  const query = notificationSettingsQuery(client, userId);
  const settings = useQuery(query);
  const choose = useAction({
    mutationFn: ({ kind, channel, wanted }: Choice) => chooseNotification(client, kind, channel, wanted),
    sameBy: ({ kind, channel }) => `${kind} ${channel}`,
    // A choice is shown at once; a refused one is reverted with the answer.
    onMutate: ({ kind, channel, wanted }) => {
      cache.setQueryData(query.queryKey, (before) =>
        before?.map((each) => (each.kind === kind ? { ...each, [channel]: { ...each[channel], wanted } } : each)),
      );
    },
    onError: (error) => notify({ kind: 'error', title: 'Nicht gespeichert', description: reasonOf(error) }),
    onSettled: () => cache.invalidateQueries({ queryKey: query.queryKey }),
  });
  return (
    <AccountPage
      title="Benachrichtigungen einstellen"
      intro="Wählen Sie für jede Benachrichtigung den Weg. Jede Änderung gilt sofort."
      actions={
        <ButtonLink component={Link} to="/account/notifications" icon="arrow-left">
          Zu den Benachrichtigungen
        </ButtonLink>
      }
    >
      <QueryPart query={settings} title="Ihre Einstellungen" loading={<SkeletonCard lines={8} />}>
        {(rows) => (
          <Stack gap={3}>
            {rows.some(({ mail }) => mail.stopped) ? (
              <Alert tone="info">
                Ihre Weiterbildungsstätte hat E-Mail-Benachrichtigungen in ihren Einstellungen ausgeschaltet. Per E-Mail
                kommt nur, was immer kommt; Ihre Auswahl hier gilt wieder, sobald sie eingeschaltet sind.
              </Alert>
            ) : null}
            {groupsOf(rows).map(({ group, label, kinds }) => (
              <Card key={group} level={2} title={label}>
                <ChannelTable label={label} settings={kinds} onChoose={(choice) => choose.mutate(choice)} />
              </Card>
            ))}
          </Stack>
        )}
      </QueryPart>
    </AccountPage>
  );
}

const GROUPS: readonly NewsGroup[] = ['people', 'dates', 'training', 'money', 'organisation', 'security'];

/** Kinds that this release has texts for, grouped by topic. */
function groupsOf(rows: readonly NotificationSetting[]) {
  const byKind = new Map(rows.map((row) => [row.kind, row]));
  const known = Object.keys(NEWS).filter(isNewsKind);
  return GROUPS.map((group) => ({
    group,
    label: NEWS_GROUPS[group],
    kinds: known.filter((kind) => NEWS[kind].group === group).flatMap((kind) => byKind.get(kind) ?? []),
  })).filter(({ kinds }) => kinds.length > 0);
}
