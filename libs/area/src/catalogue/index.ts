/** A catalogue: the agenda of a course; dates shown, filtered, and asked for where there are none. */
export { Agenda } from './Agenda';
export { dateFilterParams, isDateFiltered, NO_DATE_FILTER, readDateFilter, type DateFilter } from './date-filter';
export { useDatesToFollow } from './useCourseOffer';
export { AskForDates, DatesToFollow } from './DatesToFollow';
export { DateBeforeBuying, WithSavedDate } from './DateBeforeBuying';
export { CourseDateLine } from './CourseDateLine';
export { DateFilters } from './DateFilters';
