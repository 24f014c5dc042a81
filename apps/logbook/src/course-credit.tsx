import { AreaFrame } from '@nemus/area';
import { defineSlot } from '@nemus/contract/react';
import { CourseCredit } from './credit/CourseCredit';

export default defineSlot('course-credit', { component: CourseCredit, frame: AreaFrame });
