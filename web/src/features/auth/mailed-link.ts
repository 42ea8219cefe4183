import { getEmailFromToken } from '#contract/auth.ts';
import { email } from '#contract/text.ts';
import { call } from '#web/lib/api.ts';
import { ApiError } from '#web/lib/api-error.ts';

/** @returns the address that a mailed link was made for; undefined when the link is no good, or for something else. */
export async function addressOfLink(
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

/** @returns the address that the link of a mailed code names in its fragment; undefined for anything else. */
export function addressInFragment(fragment: string): string | undefined {
  try {
    return email.safeParse(decodeURIComponent(fragment)).data;
  } catch {
    return undefined;
  }
}
