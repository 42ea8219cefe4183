import { z } from 'zod';
import { type Level, levelHomePaths } from '#contract/levels.ts';
import { ownPath } from '#web/lib/url/search-params.ts';

export const wantedPage = z.object({
  redirect: z
    .string()
    .optional()
    .catch(undefined)
    .transform((path) => ownPath(path, window.location.origin)),
});

export function pageFor(level: Level, redirect: string | undefined): string {
  return redirect?.startsWith('/main/') ? redirect : levelHomePaths[level];
}
