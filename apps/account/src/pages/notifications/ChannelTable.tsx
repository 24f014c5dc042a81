import { newsLabel, type NotificationChannel, type NotificationSetting } from '@nemus/data';
import { Box, Checkbox, Text, VisuallyHidden } from '@nemus/ui';

/** A choice: a kind, a channel, and whether it is on. */
export interface Choice {
  readonly kind: string;
  readonly channel: NotificationChannel;
  readonly wanted: boolean;
}

const CHANNELS: readonly { readonly channel: NotificationChannel; readonly label: string }[] = [
  { channel: 'portal', label: 'Portal' },
  { channel: 'mail', label: 'E-Mail' },
  { channel: 'sms', label: 'SMS' },
];

/** Kinds of news by channel. Fixed choices say so in words, and why. */
export function ChannelTable({
  label,
  settings,
  onChoose,
}: {
  label: string;
  settings: readonly NotificationSetting[];
  onChoose: (choice: Choice) => void;
}) {
  return (
    <Box
      component="table"
      sx={{
        width: '100%',
        borderCollapse: 'collapse',
        tableLayout: 'fixed',
        '& th, & td': { paddingBlock: 0.75, verticalAlign: 'middle', textAlign: 'center', fontWeight: 'inherit' },
        '& th[scope="row"], & thead th:first-of-type': { textAlign: 'start', width: { xs: '40%', sm: '55%' } },
        '& tbody tr': { borderBlockStart: '1px solid', borderColor: 'divider' },
      }}
    >
      <VisuallyHidden as="caption">{label}: auf welchem Weg</VisuallyHidden>
      <thead>
        <tr>
          <th scope="col">
            <VisuallyHidden>Benachrichtigung</VisuallyHidden>
          </th>
          {CHANNELS.map(({ channel, label: name }) => (
            <th key={channel} scope="col">
              <Text as="span" variant="caption" tone="muted">
                {name}
              </Text>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {settings.map((setting) => (
          <tr key={setting.kind}>
            <Box component="th" scope="row" sx={{ overflowWrap: 'anywhere', hyphens: 'auto' }}>
              <Text as="span" variant="small">
                {newsLabel(setting.kind)}
              </Text>
            </Box>
            {CHANNELS.map(({ channel, label: name }) => (
              <td key={channel}>
                <Cell setting={setting} channel={channel} name={name} onChoose={onChoose} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Box>
  );
}

/** Why the choice is fixed. */
const FIXED = {
  always: {
    shown: 'Immer',
    why: 'kommt immer, weil es Geld, einen festen Termin, eine Einladung oder die Sicherheit betrifft',
  },
  never: { shown: '–', why: 'kommt auf diesem Weg nicht' },
} as const;

function Cell({
  setting,
  channel,
  name,
  onChoose,
}: {
  setting: NotificationSetting;
  channel: NotificationChannel;
  name: string;
  onChoose: (choice: Choice) => void;
}) {
  const { mode, wanted } = setting[channel];
  if (mode === 'always' || mode === 'never') {
    const { shown, why } = FIXED[mode];
    return (
      <Text as="span" variant="caption" tone="muted" title={why}>
        <span aria-hidden>{shown}</span>
        <VisuallyHidden>{why}</VisuallyHidden>
      </Text>
    );
  }
  return (
    <Box component="span" sx={{ display: 'inline-flex' }}>
      <Checkbox
        label={<VisuallyHidden>{`${newsLabel(setting.kind)} per ${name}`}</VisuallyHidden>}
        checked={wanted}
        onChange={({ target }) => onChoose({ kind: setting.kind, channel, wanted: target.checked })}
      />
    </Box>
  );
}
