import type { SlotName, SlotProps, SlotsPort, SlotState } from '@nemus/contract';

/** A slot that an area has mounted. */
export interface FakeSlot {
  readonly name: SlotName;
  readonly domElement: HTMLElement;
  /** Current props. */
  readonly props: () => SlotProps[SlotName];
  /** Reports the slot's state to the area. */
  readonly become: (state: SlotState) => void;
}

/** Slots without an owner: `missing` by default; tests change their state. */
export interface FakeSlots extends SlotsPort {
  mounted(): readonly FakeSlot[];
  /** Currently shown: the name of each slot, and its props. */
  shown(): readonly { readonly name: SlotName; readonly props: SlotProps[SlotName] }[];
}

/** @param initial State that every slot gets at once; `null` leaves it loading. */
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
