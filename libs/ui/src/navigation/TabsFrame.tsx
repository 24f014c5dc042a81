import { useId, type ReactNode } from 'react';
import { styled } from '@mui/material/styles';
import { panelStyles } from './tab-styles';

export interface TabItem<V extends string> {
  readonly value: V;
  readonly label: ReactNode;
  /** Number of items in the tab. */
  readonly count?: number;
  readonly disabled?: boolean;
}

export interface TabsProps<V extends string> {
  /** Accessible name of the row of tabs. */
  label: string;
  items: readonly TabItem<V>[];
  value: V;
  onChange: (value: V) => void;
  /** Content of the chosen tab. */
  children: ReactNode;
}

/** The row of tabs, without their panel. */
export interface TabRowProps<V extends string> extends Omit<TabsProps<V>, 'value' | 'children'> {
  /** Prefix of the elements' ids, shared with the panel. */
  id: string;
  /** The chosen tab; undefined without any. */
  value: V | undefined;
}

const Panel = styled('div')(panelStyles);

/** The chosen panel below its row. The row may load later: what the panel shows does not wait for it. */
export function TabsFrame<V extends string>({
  row,
  children,
  ...tabs
}: TabsProps<V> & { row: (props: TabRowProps<V>) => ReactNode }) {
  const id = useId();
  const { items, value } = tabs;
  const current = items.some((item) => item.value === value) ? value : items[0]?.value;
  return (
    <div>
      {row({ ...tabs, id, value: current })}
      <Panel role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab-${current ?? ''}`} tabIndex={0}>
        {children}
      </Panel>
    </div>
  );
}
