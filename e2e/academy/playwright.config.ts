import { room } from '../room';

/** Without samples and courses: whatever the story sees comes from what somebody did on a page. */
export default room(import.meta.dirname, { sampleData: false, catalogue: false });
