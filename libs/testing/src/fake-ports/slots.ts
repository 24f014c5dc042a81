import type { SlotName, SlotProps, SlotsPort, SlotState } from '@nemus/contract';

/** One slot that an area has asked for and not given back. */
export interface FakeSlot {
  readonly name: SlotName;
  readonly domElement: HTMLElement;
  /** Props as they are now. */
  readonly props: () => SlotProps[SlotName];
  /** Tells the area how the slot stands. */
  readonly become: (state: SlotState) => void;
}

/** Slots without an owner: they stand as `missing` unless told otherwise, and tests move them. */
export interface FakeSlots extends SlotsPort {
  mounted(): readonly FakeSlot[];
  /** What is shown now: the name of each slot, and its props. */
  shown(): readonly { readonly name: SlotName; readonly props: SlotProps[SlotName] }[];
}

/** @param initial State that every slot takes at once; `null` leaves it loading. */
export function fakeSlots(initial: SlotState | null = 'missing'): FakeSlots {
  const mounted = new Set<FakeSlot>();
  return {
    mount(name, domElement, props, onState) {
      let current: SlotProps[SlotName] = props;
      const slot: FakeSlot = { name, domElement, props: () => current, become: onState };
      mounted.add(slot);
      if (initial) onState(initial);
      return {
        update(next) {
          current = next;
        },
        unmount() {
          mounted.delete(slot);
        },
      };
    },
    mounted: () => [...mounted],
    shown: () => [...mounted].map(({ name, props }) => ({ name, props: props() })),
  };
}
