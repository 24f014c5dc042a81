import { useId, useState, type MouseEvent, type ReactElement } from 'react';
import { MenuPopup } from '../late/overlays';
import type { MenuAction } from './MenuPopup';

export type { MenuAction };

/** Props that the trigger must pass to its button. */
export interface MenuTriggerProps {
  readonly 'aria-haspopup': 'menu';
  readonly 'aria-expanded': boolean;
  readonly 'aria-controls': string | undefined;
  readonly onClick: (event: MouseEvent<HTMLElement>) => void;
}

/**
 * Further actions behind one button. `<Menu label="Aktionen" items={…} trigger={(props) => <IconButton {...props} …/>} />`
 */
export function Menu({
  label,
  items,
  trigger,
  placement = 'below',
}: {
  /** Accessible name of the list. */
  label: string;
  items: readonly MenuAction[];
  trigger: (props: MenuTriggerProps) => ReactElement;
  placement?: 'below' | 'above';
}) {
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const open = anchor !== null;
  return (
    <>
      {trigger({
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        'aria-controls': open ? id : undefined,
        onClick: (event) => setAnchor(event.currentTarget),
      })}
      <MenuPopup
        id={id}
        label={label}
        items={items}
        anchor={anchor}
        above={placement === 'above'}
        onClose={() => setAnchor(null)}
      />
    </>
  );
}
