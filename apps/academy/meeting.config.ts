import { defineMeeting } from '@nemus/contract/config';

/** Tells other areas nothing and shows nothing of them: what staff changes is asked for anew when it is opened. */
export default defineMeeting({});
