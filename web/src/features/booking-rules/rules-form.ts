import type { UseFormReturn } from 'react-hook-form';
import type { BookingRules } from '#contract/bookings/booking-rules.ts';
import type { RulesValues } from './rules-values.ts';

export type RulesForm = UseFormReturn<RulesValues, unknown, BookingRules | null>;
