/** Days and hours in Berlin, for areas that compute with them. */
export { addDays, addMonths, berlinClock, berlinDay, berlinMidnight, daysBetween, weekdayOf } from './berlin';
