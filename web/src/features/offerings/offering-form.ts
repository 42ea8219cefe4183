import type { z } from 'zod';
import type { createOfferingBody } from '#contract/offerings.ts';

/** The offering form as it is typed in: '' for none. */
export type OfferingFormInput = z.input<typeof createOfferingBody>;
