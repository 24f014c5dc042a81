/** Components that only some areas need: tables and charts. A separate entry, so that the others do not load them. */
export * from './table/DataTable';
export type { ChartPoint } from './charts/ChartFigure';
export { RadarChart } from './charts/RadarChart';
export { BarChart } from './charts/BarChart';
