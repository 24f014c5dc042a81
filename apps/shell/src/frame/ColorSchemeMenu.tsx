import { IconButton, Menu, type ColorSchemePreference, type IconName } from '@nemus/ui';
import { useStore } from 'zustand';
import { usePortal } from '../portal/portal-context';

const CHOICES: readonly { value: ColorSchemePreference; label: string; icon: IconName }[] = [
  { value: 'light', label: 'Hell', icon: 'sun' },
  { value: 'dark', label: 'Dunkel', icon: 'moon' },
  { value: 'system', label: 'Wie das System', icon: 'contrast' },
];

/** Menu of the colour scheme; the choice is remembered in this browser. */
export function ColorSchemeMenu({ placement = 'above' }: { placement?: 'above' | 'below' }) {
  const { colorScheme } = usePortal();
  const chosen = useStore(colorScheme.store);
  return (
    <Menu
      label="Farbschema"
      placement={placement}
      items={CHOICES.map(({ value, label, icon }) => ({
        label,
        icon,
        selected: value === chosen,
        onSelect: () => colorScheme.choose(value),
      }))}
      trigger={(props) => (
        <IconButton
          {...props}
          size="small"
          icon={CHOICES.find(({ value }) => value === chosen)?.icon ?? 'contrast'}
          label="Farbschema wählen"
        />
      )}
    />
  );
}
