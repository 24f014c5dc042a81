import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient } from '@nemus/area';
import { DataError, staffAccountQuery, type StaffAccount } from '@nemus/data';
import {
  ButtonLink,
  Card,
  DefinitionList,
  EmptyState,
  formatCents,
  formatCount,
  formatDate,
  formatDateTime,
  formatPercent,
  Link as TextLink,
  MISSING,
  Skeleton,
  Stack,
  Text,
} from '@nemus/ui';
import { AcademyPage } from '../../frame/AcademyPage';
import { Link, useParams } from 'react-router-dom';
import { paths } from '../../paths';
import { certificatePath } from '../certificate-check/certificate-address';
import { datePaths } from '../dates/date-paths';
import { STATUS } from '../orders/order-labels';
import { BlockPart } from './BlockPart';
import { LinksPart } from './LinksPart';
import { TYPE } from './people-labels';
import { RolesPart } from './RolesPart';

/** One account: its data, its links, and the actions of staff. */
export default function PersonPage() {
  const client = useDataClient();
  const { userId = '' } = useParams();
  const query = useQuery(staffAccountQuery(client, userId));
  const unknown = query.error instanceof DataError && ['account_not_found', '22P02'].includes(query.error.code);
  return (
    <AcademyPage
      title={query.data?.name || 'Konto'}
      above={
        <TextLink component={Link} to={paths.people}>
          Alle Konten
        </TextLink>
      }
    >
      {unknown ? (
        <EmptyState
          icon="search"
          title="Dieses Konto gibt es nicht"
          action={
            <ButtonLink component={Link} to={paths.people}>
              Zu allen Konten
            </ButtonLink>
          }
        >
          Vielleicht wurde es gelöscht. In der Liste suchen Sie nach Name und E-Mail-Adresse.
        </EmptyState>
      ) : (
        <QueryPart query={query} title="Konto" loading={<Skeleton height={320} />}>
          {(account) => <Person account={account} />}
        </QueryPart>
      )}
    </AcademyPage>
  );
}

function Person({ account }: { account: StaffAccount }) {
  const { approval, certificates, dates, enrolments, orders } = account;
  return (
    <Stack gap={3}>
      <BlockPart account={account} />
      <Card title="Konto" level={2} as="section">
        <DefinitionList
          dense
          items={[
            { term: 'Art', value: TYPE[account.user_type] },
            { term: 'E-Mail', value: account.email },
            { term: 'Registriert', value: formatDateTime(account.registered_at) },
            { term: 'Adresse bestätigt', value: account.confirmed_at ? formatDateTime(account.confirmed_at) : MISSING },
            {
              term: 'Zuletzt angemeldet',
              value: account.last_sign_in_at ? formatDateTime(account.last_sign_in_at) : MISSING,
            },
            ...(account.user_type === 'institution' ? [{ term: 'Freigabe', value: approvalText(approval) }] : []),
          ]}
        />
      </Card>
      <LinksPart account={account} />
      <Card title="Seminare" level={2} as="section">
        {enrolments.length === 0 ? (
          <Text tone="muted">Keine.</Text>
        ) : (
          <Stack as="ul" gap={1} sx={{ paddingInlineStart: 2.5, margin: 0 }}>
            {enrolments.map(({ enrolment_id: id, title, enrolled_at: at, progress_percentage: percent }) => (
              <li key={id}>
                {title}, seit {formatDate(at)}, {formatPercent(percent)}
              </li>
            ))}
          </Stack>
        )}
      </Card>
      {dates && dates.length > 0 && (
        <Card title="Termine" level={2} as="section">
          <Stack as="ul" gap={1} sx={{ paddingInlineStart: 2.5, margin: 0 }}>
            {dates.map(({ appointment_id: id, title, ...date }) => (
              <li key={id}>
                <TextLink component={Link} to={datePaths.participants(id)}>
                  {title}
                </TextLink>
                , {timesText(date)}, {placeText(date)}
              </li>
            ))}
          </Stack>
        </Card>
      )}
      {certificates.length > 0 && (
        <Card title="Zertifikate" level={2} as="section">
          <Stack as="ul" gap={1} sx={{ paddingInlineStart: 2.5, margin: 0 }}>
            {certificates.map(({ number, title, kind, issued_on: day, revoked_at: revoked }) => (
              <li key={number}>
                <TextLink component={Link} to={certificatePath(number)}>
                  {title}
                </TextLink>
                , {kind === 'attendance' ? 'Teilnahme' : 'Abschluss'}, {formatDate(day)}
                {revoked !== null && `, widerrufen am ${formatDate(revoked)}`}
              </li>
            ))}
          </Stack>
        </Card>
      )}
      {orders && (
        <Card title="Bestellungen" level={2} as="section">
          {orders.length === 0 ? (
            <Text tone="muted">Keine.</Text>
          ) : (
            <Stack as="ul" gap={1} sx={{ paddingInlineStart: 2.5, margin: 0 }}>
              {orders.map(({ order_id: id, title, amount_cents: cents, created_at: at, status }) => (
                <li key={id}>
                  <TextLink component={Link} to={paths.order(id)}>
                    {title}
                  </TextLink>
                  , {formatCents(cents)}, {formatDate(at)}, {STATUS[status].label}
                </li>
              ))}
            </Stack>
          )}
        </Card>
      )}
      <RolesPart account={account} />
      <div>
        <ButtonLink component={Link} to={`${paths.audit}?actor=${account.user_id}`}>
          Was dieses Konto im Team getan hat
        </ButtonLink>
      </div>
    </Stack>
  );
}

type PlaceAt = Omit<NonNullable<StaffAccount['dates']>[number], 'appointment_id' | 'title'>;

const timesText = ({ starts_at: start, ends_at: end, parts }: PlaceAt) =>
  parts === null
    ? `${formatDateTime(start)} Uhr`
    : `${formatDate(start)} – ${formatDate(end)}, ${formatCount(parts, 'Teil', 'Teile')}`;

function placeText({ status, waitlist_position: position, is_cancelled: isCancelled }: PlaceAt): string {
  if (isCancelled) return 'abgesagt';
  if (status === 'cancelled') return 'Platz abgegeben';
  return status === 'waitlist' ? `Warteliste, Stelle ${position ?? MISSING}` : 'Platz';
}

function approvalText(approval: StaffAccount['approval']): string {
  if (!approval) return 'Noch nicht freigegeben';
  return approval.withdrawn_at === null
    ? `Seit ${formatDate(approval.approved_at)}${approval.approved_name === null ? '' : ` als ${approval.approved_name}`}`
    : `Zurückgezogen am ${formatDate(approval.withdrawn_at)}`;
}
