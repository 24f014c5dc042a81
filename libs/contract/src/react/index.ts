/** The React side of the contract, for remotes written in React. */
export { defineRemote, defineSlot, type RemoteParts } from './defineRemote';
export { PortsProvider, useMount, usePorts, useSession, useColorScheme } from './ports-context';
export { PortRouter } from './PortRouter';
export { Slot } from './Slot';
export { lateComponent, type LateComponent } from './lateComponent';
