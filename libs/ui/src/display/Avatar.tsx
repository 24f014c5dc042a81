import { styled } from '@mui/material/styles';
import { initialsOf } from '../formats/names';

const Round = styled('span', { shouldForwardProp: (prop) => prop !== 'size' })<{ size: number }>(({ theme, size }) => ({
  display: 'grid',
  placeItems: 'center',
  flex: 'none',
  width: size,
  height: size,
  borderRadius: '50%',
  border: '1px solid transparent',
  backgroundColor: theme.tokens.color.tone.primary.soft,
  color: theme.tokens.color.tone.primary.onSoft,
  fontSize: Math.round(size * 0.38),
  fontWeight: 620,
  letterSpacing: '0.01em',
  userSelect: 'none',
}));

/** A person or an institution by its initials. Decorative: the name is shown next to it. */
export function Avatar({ name, size = 36 }: { name: string; size?: number }) {
  return (
    <Round size={size} aria-hidden>
      {initialsOf(name)}
    </Round>
  );
}
