import type { ComponentProps } from 'react';
import type { StarRating as Stars, StarRatingInput as StarsInput } from '../display/StarRating';
import type { JourneyProgress as Journey } from '../display/Stepper';
import { Loading, Skeleton, SkeletonRows } from '../feedback/Skeleton';
import type { Pagination as Pages } from '../navigation/Pagination';
import { TabsFrame, type TabsProps } from '../navigation/TabsFrame';
import type { ChoiceProps } from '../forms/choices';
import type { DataTableProps } from '../table/DataTable';
import { useParts } from './use-parts';

/**
 * Alternative views of one thing. The caller holds the selected value, usually in the address; replace the address
 * rather than adding to the history. Arrow keys, Home and End move and choose. Only the chosen panel exists.
 */
export function Tabs<V extends string>(props: TabsProps<V>) {
  const parts = useParts();
  return <TabsFrame {...props} row={(row) => (parts ? <parts.TabRow {...row} /> : <Waiting height={44} />)} />;
}

/** Pagination of a long list. Renders nothing for a single page. */
export function Pagination(props: ComponentProps<typeof Pages>) {
  const parts = useParts(props.total > props.pageSize);
  return parts && <parts.Pagination {...props} />;
}

/** A read-only rating: `4,5` with stars. `count` is how many people rated. */
export function StarRating(props: ComponentProps<typeof Stars>) {
  const parts = useParts();
  return parts && <parts.StarRating {...props} />;
}

/** Gives one to five stars. A group of radio buttons: arrow keys choose. */
export function StarRatingInput(props: ComponentProps<typeof StarsInput>) {
  const parts = useParts();
  return parts ? <parts.StarRatingInput {...props} /> : <Waiting height={66} />;
}

/** A setting that is on or off: text on the left, switch on the right. Takes effect at once or with its form. */
export function Switch(props: ChoiceProps) {
  const parts = useParts();
  return parts ? <parts.Switch {...props} /> : <Waiting height={40} />;
}

/**
 * A process in steps. On phones only the current step is named, with its number.
 * @param current index of the current step; the number of steps when all are done
 */
export function JourneyProgress(props: ComponentProps<typeof Journey>) {
  const parts = useParts();
  return parts ? <parts.JourneyProgress {...props} /> : <Waiting height={50} />;
}

/**
 * Rows of the same kind. From 768 px on a table, below it a list of cards with the same content. The caller sorts, so
 * that the order can be in the address.
 */
export function DataTable<T>(props: DataTableProps<T>) {
  const parts = useParts();
  return parts ? <parts.DataTable {...props} /> : <SkeletonRows />;
}

/** The place of a component whose code has not loaded. */
function Waiting({ height }: { height: number }) {
  return (
    <Loading>
      <Skeleton height={height} />
    </Loading>
  );
}
