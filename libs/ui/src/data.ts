/** Components that only some areas need: tables and charts. A separate entry, so that the others do not load them. */
export { DataTable } from './late/components';
export type { Column, DataTableProps, Sort } from './table/DataTable';
export type { ChartPoint } from './charts/ChartFigure';
export { RadarChart } from './charts/RadarChart';
export { BarChart } from './charts/BarChart';
