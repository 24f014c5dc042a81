import { styled } from '@mui/material/styles';

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

/** First letters of the first and the last word: `Dr. Anna Maria Berg` is `DB`. Empty names give a dot. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const first = words[0] ?? '';
  const last = words.length > 1 ? (words.at(-1) ?? '') : '';
  const letters = [first, last].map((word) => Array.from(word)[0] ?? '').join('');
  return letters === '' ? '·' : letters.toUpperCase();
}

/** A person or an institution by its initials. Decoration: the name itself stands beside it. */
export function Avatar({ name, size = 36 }: { name: string; size?: number }) {
  return (
    <Round size={size} aria-hidden>
      {initialsOf(name)}
    </Round>
  );
}
