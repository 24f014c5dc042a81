/** Days and hours in Berlin, for areas that compute with them, and calendar subscriptions. */
export { addDays, addMonths, berlinClock, berlinDay, berlinMidnight, daysBetween, weekdayOf } from './berlin';
export { CalendarDialog } from './CalendarDialog';
export { byDay, type CalendarItem, type ItemsByDay } from './by-day';
export { DayList } from './DayList';
export { mondayOf, WeekGrid } from './WeekGrid';
