import { z } from 'zod';
import { type Level, levelHomePaths } from '#contract/levels.ts';
import { toOwnPath } from '#web/lib/url/search-params.ts';

export const redirectSearch = z.object({
  redirect: z
    .string()
    .optional()
    .catch(undefined)
    .transform((path) => toOwnPath(path, window.location.origin)),
});

export function resolveStartPage(level: Level, redirect: string | undefined): string {
  return redirect?.startsWith('/main/') ? redirect : levelHomePaths[level];
}
