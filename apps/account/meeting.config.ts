import { defineMeeting } from '@nemus/contract/config';

/** Tells other areas nothing, and shows nothing of them. */
export default defineMeeting({});
