import { getEmailFromToken } from '#contract/auth.ts';
import { email } from '#contract/text/text.ts';
import { call } from '#web/lib/api/api.ts';
import { ApiError } from '#web/lib/api/api-error.ts';

/** @returns the email that a link went to; undefined when invalid or of another purpose. */
export async function fetchEmailOfLink(
  token: string,
  purpose: 'invitation' | 'passwordReset',
): Promise<string | undefined> {
  try {
    const link = await call(getEmailFromToken, { params: { token } });
    return link.purpose === purpose ? link.email : undefined;
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return undefined;
    throw error;
  }
}

/** Returns the email address in the fragment of a URL; undefined if it is none. */
export function readEmailFromFragment(fragment: string): string | undefined {
  try {
    return email.safeParse(decodeURIComponent(fragment)).data;
  } catch {
    return undefined;
  }
}
