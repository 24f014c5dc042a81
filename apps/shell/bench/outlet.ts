/** What a measured program's own area outlet renders with. */
export { AreaLoading } from '../src/area/AreaLoading';
export { useSkeleton } from '../src/area/useSkeleton';
export { usePortal } from '../src/portal/portal-context';
