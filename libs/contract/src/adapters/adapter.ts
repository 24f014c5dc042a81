import type { SearchProvider } from '../commands';
import type { Lifecycles, MountProps, Ports } from '../ports';
import type { AdapterTerm } from './term';

/** Runs areas of an older major of the contract in a shell of this one, until its end. */
export interface ContractAdapter extends AdapterTerm {
  /**
   * What a module of an older area exports, as the loader calls it. Null when these are not lifecycles of that
   * contract.
   *
   * @param slot Name of the slot that the module draws; null for pages.
   */
  readonly lifecycles: (exported: unknown, slot: string | null) => Lifecycles | null;
  /** The same for a module that searches. */
  readonly search: (exported: unknown) => SearchProvider | null;
}

/** What an adapter consists of: pure functions that turn what this contract has into what the older one had. */
export interface AdapterParts<OlderPorts extends object> extends AdapterTerm {
  /** The ports of the older contract. Called once per mount, so that what areas subscribe to stays the same. */
  readonly ports: (ports: Ports) => OlderPorts;
  /** Props of a slot that an older area draws; unchanged by default. */
  readonly slotProps?: (slot: string, props: unknown) => unknown;
}

/** What the mounts of older areas get: the ports of their contract, and what is the same in every contract. */
export type OlderProps<OlderPorts extends object> = OlderPorts &
  Pick<MountProps, 'name' | 'domElement' | 'reportFailure' | 'slotProps'>;

interface OlderLifecycles<OlderPorts extends object> {
  readonly prepare?: (ports: OlderPorts) => Promise<void>;
  readonly bootstrap: (props: OlderProps<OlderPorts>) => Promise<void>;
  readonly mount: (props: OlderProps<OlderPorts>) => Promise<void>;
  readonly update: (props: OlderProps<OlderPorts>) => Promise<void>;
  readonly unmount: (props: OlderProps<OlderPorts>) => Promise<void>;
}

/**
 * Makes an adapter from functions alone, so that an unmounted area leaves nothing of it behind.
 *
 * @example
 * // Contract 2 has `messages.show(…)`, where contract 1 had `notify(…)`.
 * defineAdapter<PortsOfOne>({
 *   contract: '1.8.0',
 *   until: '2027-06-30',
 *   ports: ({ messages, ...same }) => ({ ...same, notify: (toast) => messages.show(toast) }),
 * });
 */
export function defineAdapter<OlderPorts extends object>(parts: AdapterParts<OlderPorts>): ContractAdapter {
  const { contract, until, ports: portsOf, slotProps: slotPropsOf = (_slot, props) => props } = parts;
  // One mount has one element for its whole life.
  const ofMounts = new WeakMap<HTMLElement, OlderPorts>();
  const propsOf = (props: MountProps, slot: string | null): OlderProps<OlderPorts> => {
    const { name, domElement, reportFailure, slotProps } = props;
    const ports = ofMounts.get(domElement) ?? portsOf(props);
    ofMounts.set(domElement, ports);
    const adapted = slot === null ? slotProps : slotPropsOf(slot, slotProps);
    return { ...ports, name, domElement, reportFailure, slotProps: adapted };
  };
  return {
    contract,
    until,
    lifecycles: (exported, slot) => {
      if (!areLifecycles<OlderPorts>(exported)) return null;
      return {
        prepare: async (ports) => exported.prepare?.(portsOf(ports)),
        bootstrap: (props) => exported.bootstrap(propsOf(props, slot)),
        mount: (props) => exported.mount(propsOf(props, slot)),
        update: (props) => exported.update(propsOf(props, slot)),
        unmount: (props) => exported.unmount(propsOf(props, slot)),
      };
    },
    search: (exported) => {
      if (!isSearch<OlderPorts>(exported)) return null;
      return (ports, query, signal) => exported(portsOf(ports), query, signal);
    },
  };
}

function areLifecycles<OlderPorts extends object>(value: unknown): value is OlderLifecycles<OlderPorts> {
  if (typeof value !== 'object' || value === null) return false;
  const names = ['bootstrap', 'mount', 'update', 'unmount'] as const;
  return names.every((name) => name in value && typeof Reflect.get(value, name) === 'function');
}

function isSearch<OlderPorts extends object>(
  value: unknown,
): value is (ports: OlderPorts, query: string, signal: AbortSignal) => ReturnType<SearchProvider> {
  return typeof value === 'function';
}
