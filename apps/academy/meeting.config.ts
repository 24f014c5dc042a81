import { defineMeeting } from '@nemus/contract/config';

/** Publishes no events and shows no slots: changes by staff are refetched when a page is opened. */
export default defineMeeting({});
