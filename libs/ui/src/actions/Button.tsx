import type { ComponentPropsWithoutRef, ElementType, MouseEventHandler, ReactNode, Ref } from 'react';
import ButtonBase from '@mui/material/ButtonBase';
import { styled, type Theme } from '@mui/material/styles';
import { Ring } from '../feedback/Spinner';
import { Icon } from '../icons/Icon';
import type { IconName } from '../icons/icons';
import type { Sx } from '../layout/sx';
import { typeStyles } from '../theme/theme';

/** `primary`: the main action. `secondary`: the others. `quiet`: in rows and cards. `danger`: cannot be undone; filled in a dialog. */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'small' | 'medium' | 'large';

const HEIGHT = { small: 34, medium: 40, large: 48 } as const;
const PADDING = { small: 12, medium: 16, large: 22 } as const;

const variantStyles = (theme: Theme, variant: ButtonVariant) => {
  const { color } = theme.tokens;
  switch (variant) {
    case 'primary':
      return {
        backgroundColor: color.tone.primary.main,
        color: color.onMain,
        '&:hover': { backgroundColor: color.primaryHover },
      };
    case 'danger':
      return {
        backgroundColor: color.surface,
        color: color.tone.error.main,
        borderColor: 'currentcolor',
        '&:hover': { backgroundColor: color.tone.error.soft },
        // Filled only where the question is asked.
        '[role=alertdialog] &, [role=dialog] &': {
          backgroundColor: color.tone.error.main,
          borderColor: 'transparent',
          color: color.onMain,
          '&:hover': { backgroundColor: color.errorHover },
        },
      };
    case 'secondary':
      return {
        backgroundColor: color.surface,
        color: color.text,
        borderColor: color.borderStrong,
        '&:hover': { backgroundColor: color.sunken },
      };
    case 'quiet':
      return {
        color: color.tone.primary.main,
        '&&.Mui-disabled': { backgroundColor: 'transparent', borderColor: 'transparent' },
        '&:hover': { backgroundColor: color.tone.primary.soft },
      };
  }
};

/** A quiet button has no visible box: at an edge, its label aligns with the text above. 12 px fit in every card. */
const EDGES = {
  '&:not(* + *)': { marginInlineStart: '-12px' },
  '&:last-child': { marginInlineEnd: '-12px' },
} as const;

interface ShapeProps {
  variant: ButtonVariant;
  size: ButtonSize;
  fullWidth: boolean;
}

const Shape = styled(ButtonBase, {
  shouldForwardProp: (prop) => prop !== 'variant' && prop !== 'size' && prop !== 'fullWidth',
})<ShapeProps>(({ theme, variant, size, fullWidth }) => ({
  ...typeStyles(size === 'large' ? 'body' : 'label'),
  fontWeight: 560,
  position: 'relative',
  display: 'inline-flex',
  gap: 6,
  minHeight: HEIGHT[size],
  paddingInline: PADDING[size],
  paddingBlock: 4,
  border: '1px solid transparent',
  borderRadius: theme.tokens.radius.control,
  textAlign: 'center',
  whiteSpace: 'normal',
  width: fullWidth ? '100%' : 'auto',
  transition: 'background-color 120ms, border-color 120ms, color 120ms',
  ...variantStyles(theme, variant),
  ...(variant === 'quiet' && !fullWidth && EDGES),
  '&.Mui-disabled': {
    backgroundColor: theme.tokens.color.sunken,
    borderColor: theme.tokens.color.border,
    color: theme.tokens.color.textMuted,
    pointerEvents: 'auto',
    cursor: 'not-allowed',
  },
  '@media (forced-colors: active)': { borderColor: 'ButtonText' },
}));

const Content = styled('span')({ display: 'inline-flex', alignItems: 'center', gap: 6 });
const Wait = styled('span')({ position: 'absolute', inset: 0, display: 'grid', placeItems: 'center' });

interface ButtonLook {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Icon before the label. */
  icon?: IconName;
  /** Icon after the label, for links that lead on or open elsewhere. */
  iconEnd?: IconName;
  fullWidth?: boolean;
  sx?: Sx;
  children: ReactNode;
}

export interface ButtonProps extends ButtonLook, Omit<ComponentPropsWithoutRef<'button'>, 'children'> {
  /** The action is running: the button keeps its width and its focus, and ignores further clicks. */
  loading?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** Runs an action. For links to another page, use `ButtonLink`. The label is verb and object: "Kurs buchen". */
export function Button({
  variant = 'secondary',
  size = 'medium',
  icon,
  iconEnd,
  fullWidth = false,
  loading = false,
  type = 'button',
  disabled = false,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <Shape
      {...rest}
      type={loading ? 'button' : type}
      variant={variant}
      size={size}
      fullWidth={fullWidth}
      disabled={disabled}
      aria-busy={loading || undefined}
      aria-disabled={loading || undefined}
      onClick={loading ? undefined : onClick}
    >
      <Content style={loading ? { opacity: 0 } : undefined}>
        {icon === undefined ? null : <Icon name={icon} size={18} />}
        {children}
        {iconEnd === undefined ? null : <Icon name={iconEnd} size={18} />}
      </Content>
      {loading ? (
        <Wait aria-hidden>
          <Ring size={18} />
        </Wait>
      ) : null}
    </Shape>
  );
}

export type ButtonLinkProps<C extends ElementType = 'a'> = ButtonLook & {
  /** The router's link component; with it comes its own `to`. */
  component?: C;
} & Omit<ComponentPropsWithoutRef<C>, keyof ButtonLook | 'component'>;

/** A link that looks like a button: it leads to another page. `<ButtonLink component={Link} to="/profile">`. */
export function ButtonLink<C extends ElementType = 'a'>({
  variant = 'secondary',
  size = 'medium',
  icon,
  iconEnd,
  fullWidth = false,
  component,
  children,
  ...rest
}: ButtonLinkProps<C>) {
  return (
    <Shape {...rest} component={component ?? 'a'} variant={variant} size={size} fullWidth={fullWidth}>
      {icon === undefined ? null : <Icon name={icon} size={18} />}
      {children}
      {iconEnd === undefined ? null : <Icon name={iconEnd} size={18} />}
    </Shape>
  );
}

const Square = styled(ButtonBase, { shouldForwardProp: (prop) => prop !== 'size' && prop !== 'outlined' })<{
  size: ButtonSize;
  outlined: boolean;
}>(({ theme, size, outlined }) => ({
  width: HEIGHT[size],
  height: HEIGHT[size],
  flex: 'none',
  borderRadius: theme.tokens.radius.control,
  border: '1px solid',
  borderColor: outlined ? theme.tokens.color.borderStrong : 'transparent',
  backgroundColor: outlined ? theme.tokens.color.surface : 'transparent',
  color: theme.tokens.color.textMuted,
  transition: 'background-color 120ms, color 120ms',
  '&:hover': { backgroundColor: theme.tokens.color.sunken, color: theme.tokens.color.text },
  '&[aria-pressed="true"]': {
    backgroundColor: theme.tokens.color.tone.primary.soft,
    color: theme.tokens.color.tone.primary.onSoft,
  },
  '&.Mui-disabled': { opacity: 0.5 },
}));

export interface IconButtonProps extends Omit<ComponentPropsWithoutRef<'button'>, 'children' | 'aria-label' | 'color'> {
  icon: IconName;
  /** Accessible name, also shown as the browser's tooltip. */
  label: string;
  size?: ButtonSize;
  outlined?: boolean;
  sx?: Sx;
  ref?: Ref<HTMLButtonElement>;
  onClick?: MouseEventHandler<HTMLButtonElement>;
}

/** A button with a well-known icon only. When in doubt, use a `Button` with text. */
export function IconButton({
  icon,
  label,
  size = 'medium',
  outlined = false,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <Square title={label} {...rest} aria-label={label} type={type} size={size} outlined={outlined}>
      <Icon name={icon} size={size === 'small' ? 18 : 20} />
    </Square>
  );
}
