/** The React side of the contract: what a remote written in React uses. */
export { defineRemote, defineSlot, type RemoteParts } from './defineRemote';
export { PortsProvider, useMount, usePorts, useSession, useColorScheme } from './ports-context';
export { PortRouter } from './PortRouter';
export { Slot } from './Slot';
export { lateComponent, type LateComponent } from './lateComponent';
