import { customerCalls } from './customer-calls.ts';
import { duplicateCalls } from './duplicate-calls.ts';
import { intakeCalls } from './intake-calls.ts';
import { mergeCalls } from './merge-calls.ts';
import { oversightCalls } from './oversight-calls.ts';

/** Of the nouns that have a file of their own. */
export const nounCalls = {
  ...customerCalls,
  ...duplicateCalls,
  ...intakeCalls,
  ...mergeCalls,
  ...oversightCalls,
};
