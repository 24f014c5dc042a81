import type { ElementType, ReactNode } from 'react';
import { styled } from '@mui/material/styles';
import { offPaper } from '../theme/print';

const Hidden = styled('span')({
  position: 'absolute',
  width: 1,
  height: 1,
  margin: -1,
  padding: 0,
  border: 0,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
});

/** Text for screen readers only, such as the unit in a picture. */
export function VisuallyHidden({ as = 'span', children, id }: { as?: ElementType; children: ReactNode; id?: string }) {
  return (
    <Hidden as={as} id={id}>
      {children}
    </Hidden>
  );
}

const OnlyPrint = styled('div')({ display: 'none', '@media print': { display: 'block' } });
const OnlyScreen = styled('div')(offPaper);

/** Printed only, such as the address block of an invoice. */
export function PrintOnly({ children }: { children: ReactNode }) {
  return <OnlyPrint>{children}</OnlyPrint>;
}

/** Not printed, such as buttons and filters. */
export function ScreenOnly({ children }: { children: ReactNode }) {
  return <OnlyScreen>{children}</OnlyScreen>;
}

const Skip = styled('a')(({ theme }) => ({
  position: 'fixed',
  insetBlockStart: 8,
  insetInlineStart: 8,
  zIndex: theme.zIndex.tooltip,
  padding: '10px 16px',
  borderRadius: theme.tokens.radius.control,
  backgroundColor: theme.tokens.color.tone.primary.main,
  color: theme.tokens.color.onMain,
  fontWeight: 560,
  textDecoration: 'none',
  transform: 'translateY(-200%)',
  '&:focus': { transform: 'none' },
  ...offPaper,
}));

/** First link of the page; leads keyboard users past the navigation. The target needs `id="inhalt"` and `tabIndex={-1}`. */
export function SkipLink({
  targetId = 'inhalt',
  children = 'Zum Inhalt springen',
}: {
  targetId?: string;
  children?: ReactNode;
}) {
  return (
    <Skip
      href={`#${targetId}`}
      onClick={(event) => {
        // The address stays unchanged: a hash would navigate the portal.
        event.preventDefault();
        document.getElementById(targetId)?.focus();
      }}
    >
      {children}
    </Skip>
  );
}
