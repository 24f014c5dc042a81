import { styled } from '@mui/material/styles';

const Key = styled('kbd')(({ theme }) => ({
  display: 'inline-block',
  minWidth: 24,
  padding: '1px 6px',
  border: `1px solid ${theme.tokens.color.borderStrong}`,
  borderRadius: 5,
  backgroundColor: theme.tokens.color.sunken,
  color: theme.tokens.color.text,
  font: 'inherit',
  fontSize: '0.75rem',
  lineHeight: 1.5,
  textAlign: 'center',
  whiteSpace: 'nowrap',
}));

/** Keys that are pressed together, as labelled on the keyboard. */
export function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <span style={{ display: 'inline-flex', gap: 3 }}>
      {keys.map((key) => (
        <Key key={key}>{key}</Key>
      ))}
    </span>
  );
}
