import { z } from 'zod';
import { type Level, levelHomePaths } from '#contract/levels.ts';
import { toOwnPath } from '#web/lib/url/search-params.ts';

/** The URL of the login page: `redirect` is the page of the app to which the login leads. */
export const redirectSearch = z.object({
  redirect: z
    .string()
    .optional()
    .catch(undefined)
    .transform((path) => toOwnPath(path, window.location.origin)),
});

/** Returns where to go after the login: the page that was asked for if it is one of the app, which checks the level itself, else the home of the level. */
export function resolveStartPage(level: Level, redirect: string | undefined): string {
  return redirect?.startsWith('/main/') ? redirect : levelHomePaths[level];
}
