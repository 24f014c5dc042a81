/** Least-squares slope of values over time (`at` in milliseconds), per hour. */
export function slopePerHour(points: readonly { readonly at: number; readonly value: number }[]): number {
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const [at, value] = [mean(points.map((point) => point.at)), mean(points.map((point) => point.value))];
  const spread = points.reduce((sum, point) => sum + (point.at - at) ** 2, 0);
  const joint = points.reduce((sum, point) => sum + (point.at - at) * (point.value - value), 0);
  return spread === 0 ? 0 : (joint / spread) * 3_600_000;
}
