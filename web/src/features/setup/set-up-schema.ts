import { z } from 'zod';
import { setUpBody } from '#contract/setup.ts';
import { chosenPassword, repeatedPassword, typedTwice } from '#web/lib/session/new-password.ts';

export const setUpSchema = setUpBody
  .extend({ password: chosenPassword, confirmPassword: repeatedPassword, sampleDealer: z.boolean() })
  .refine(...typedTwice('password'));

type SetUpValues = z.input<typeof setUpSchema>;
export type SetUpField = Exclude<keyof SetUpValues, 'password' | 'confirmPassword' | 'sampleDealer'>;
export type SetUpOutput = z.output<typeof setUpSchema>;

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
