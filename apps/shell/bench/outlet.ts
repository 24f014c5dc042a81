/** What a measured program's own outlet of an area draws with. */
export { AreaLoading } from '../src/area/AreaLoading';
export { useSkeleton } from '../src/area/useSkeleton';
export { usePortal } from '../src/portal/portal-context';
