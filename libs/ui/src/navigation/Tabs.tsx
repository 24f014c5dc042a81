import { TabRow } from './TabRow';
import { TabsFrame, type TabsProps } from './TabsFrame';

export type { TabItem, TabsProps } from './TabsFrame';

/** `Tabs` with their row in the same file, for the shell's sign-in. */
export function Tabs<V extends string>({ label, items, value, onChange, children }: TabsProps<V>) {
  return (
    <TabsFrame label={label} items={items} value={value} onChange={onChange} row={(row) => <TabRow {...row} />}>
      {children}
    </TabsFrame>
  );
}
