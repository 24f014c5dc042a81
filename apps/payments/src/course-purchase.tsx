import { AreaFrame } from '@nemus/area';
import { defineSlot } from '@nemus/contract/react';
import { CoursePurchase } from './purchase/CoursePurchase';

export default defineSlot('course-purchase', { component: CoursePurchase, frame: AreaFrame });
