import { deviceName, type AccountSession } from '@nemus/data';
import { Button, Card, formatDateTime, Row, StatusChip, Text } from '@nemus/ui';

/** One session in words. The device's location is not guessed from its address. */
export function SessionCard({ session, onEnd }: { session: AccountSession; onEnd: () => void }) {
  const { browser, system, is_current: isCurrent, created_at: created, used_at: used, ip, aal } = session;
  const name = deviceName(browser, system);
  const began = formatDateTime(created);
  return (
    <Card
      as="li"
      level={2}
      title={name}
      aside={isCurrent ? <StatusChip tone="success">Dieses Gerät</StatusChip> : undefined}
    >
      <Text variant="small">
        Angemeldet am {began}
        {aal === 'aal2' ? ', mit zwei Faktoren' : ''}
      </Text>
      <Text variant="small" tone="muted">
        Zuletzt verwendet am {formatDateTime(used)}
        {ip === null ? '' : `, Netzadresse ${ip}`}
      </Text>
      {!isCurrent && (
        <Row>
          <Button size="small" aria-label={`Abmelden: ${name}, seit ${began}`} onClick={onEnd}>
            Abmelden
          </Button>
        </Row>
      )}
    </Card>
  );
}
