const dayOf = (date: Date) =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-');

/** First and last day of the month before a moment, `yyyy-MM-dd`, as clocks here show it. */
export function lastMonth(now: Date): { readonly from: string; readonly until: string } {
  return {
    from: dayOf(new Date(now.getFullYear(), now.getMonth() - 1, 1)),
    until: dayOf(new Date(now.getFullYear(), now.getMonth(), 0)),
  };
}
