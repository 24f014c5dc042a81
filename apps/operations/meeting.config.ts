import { defineMeeting } from '@nemus/contract/config';

// Events and slots that other areas are met at: docs/guides/adding-an-event-or-a-slot.md.
export default defineMeeting({});
