import type { Step } from './step.ts';
import { leaveSteps } from './steps-leave.ts';
import { openSteps } from './steps-open.ts';
import { outcomeSteps } from './steps-outcome.ts';
import { writeSteps } from './steps-write.ts';

export const allSteps: Record<string, Step> = { ...openSteps, ...outcomeSteps, ...writeSteps, ...leaveSteps };
