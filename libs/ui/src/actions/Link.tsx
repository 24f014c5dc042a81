import type { ComponentPropsWithoutRef, ElementType, ReactNode } from 'react';
import MuiLink from '@mui/material/Link';
import { styled } from '@mui/material/styles';
import { Icon } from '../icons/Icon';
import { VisuallyHidden } from '../layout/visibility';

const Anchor = styled(MuiLink)(({ theme }) => ({
  color: theme.tokens.color.tone.primary.main,
  font: 'inherit',
  fontWeight: 520,
  textDecorationLine: 'underline',
  textDecorationThickness: 1,
  textDecorationColor: 'currentColor',
  textUnderlineOffset: '0.2em',
  borderRadius: 2,
  '&:hover': { color: theme.tokens.color.primaryHover, textDecorationThickness: 2 },
}));

const External = styled('span')({ display: 'inline-block', verticalAlign: '-0.15em', marginInlineStart: '0.2em' });

interface LinkLook {
  /** Opens a new tab: shows the icon and tells screen readers. */
  external?: boolean;
  children: ReactNode;
}
export type LinkProps<C extends ElementType = 'a'> = LinkLook & { component?: C } & Omit<
    ComponentPropsWithoutRef<C>,
    keyof LinkLook | 'component' | 'color'
  >;

/** A link in text. `<Link component={RouterLink} to="/profile">` for the portal, `href` for elsewhere. */
export function Link<C extends ElementType = 'a'>({ external = false, component, children, ...rest }: LinkProps<C>) {
  return (
    <Anchor component={component ?? 'a'} {...(external && { target: '_blank', rel: 'noopener noreferrer' })} {...rest}>
      {children}
      {external ? (
        <>
          <External>
            <Icon name="external" size={14} />
          </External>
          <VisuallyHidden>(öffnet in neuem Tab)</VisuallyHidden>
        </>
      ) : null}
    </Anchor>
  );
}
