import { defineMeeting } from '@nemus/contract/config';

/** Publishes no events, and shows no slots. */
export default defineMeeting({});
