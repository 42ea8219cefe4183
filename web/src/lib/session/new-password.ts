import { z } from 'zod';
import { messages } from '#contract/call/messages.ts';
import { newPassword } from '#contract/text/text.ts';

/** The new password in a form: required, and as strong as the server asks. */
export const chosenPassword = z.string().min(1, messages.required).pipe(newPassword);
/** The repetition of a new password in a form, which {@link matchingPasswords} compares. */
export const repeatedPassword = z.string().min(1, messages.required);

/** Arguments for a schema's `refine`: field `name` must equal `confirmPassword`. */
export function matchingPasswords(name: string) {
  const same = (values: Record<string, unknown>) => values[name] === values.confirmPassword;
  const options = {
    path: ['confirmPassword'],
    message: messages.passwordsDiffer,
    when: ({ issues }: z.core.ParsePayload) => issues.every(({ path }) => path?.[0] !== 'confirmPassword'),
  };
  return [same, options] as const;
}
