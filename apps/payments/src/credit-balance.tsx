import { AreaFrame } from '@nemus/area';
import { defineSlot } from '@nemus/contract/react';
import { CreditBalance } from './balance/CreditBalance';

export default defineSlot('credit-balance', { component: CreditBalance, frame: AreaFrame });
