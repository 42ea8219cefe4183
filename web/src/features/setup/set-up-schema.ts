import { z } from 'zod';
import { setUpBody } from '#contract/setup.ts';
import { chosenPassword, repeatedPassword, typedTwice } from '#web/lib/new-password.ts';

/** The set-up form: the contract's fields, the password typed twice, the sample dealer as a tick. */
export const setUpSchema = setUpBody
  .extend({ password: chosenPassword, confirmPassword: repeatedPassword, sampleDealer: z.boolean() })
  .refine(...typedTwice('password'));

export type SetUpValues = z.input<typeof setUpSchema>;
export type SetUpOutput = z.output<typeof setUpSchema>;

/** The form as it opens: a dealer in Bangladesh. */
export const emptySetUp: SetUpValues = {
  dealerName: '',
  timeZone: 'Asia/Dhaka',
  phoneCountry: 'BD',
  serviceCenterName: '',
  serviceCenterAddress: '',
  serviceCenterContactNo: '',
  name: '',
  email: '',
  password: '',
  confirmPassword: '',
  sampleDealer: false,
};
