/** What every area's root shares: theme, data, router and error parts, wired to the ports of the contract. */
export { areaPages } from './AreaPages';
export { lazyPage, type PageModule } from './lazyPage';
export type { PageReads } from './page-reads';
export { AreaFrame } from './AreaFrame';
export { AreaNotFound } from './AreaNotFound';
export { useDataClient } from './data-client';
export { isPassing } from './query-client';
export { PartError, QueryPart } from './QueryPart';
export { PageInPreparation } from './PageInPreparation';
export { PageSkeleton } from './PageSkeleton';
export { PaymentNotice } from './payment-return/PaymentNotice';
export { LeaveGuard } from './LeaveGuard';
export { useTypedValue } from './useTypedValue';
export { wrapText, type MeasuringFont } from './pdf-text';
export { fileNameOf, saveFile } from './save-file';
export { useDialogAddress } from './useDialogAddress';
