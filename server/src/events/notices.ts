import { z } from 'zod';

/** The database's channel for committed changes. */
export const channel = 'pitlane';

const notice = z.object({
  kind: z.enum([
    'lead',
    'comment',
    'offer',
    'mention',
    'serviceCenter',
    'serviceOrCampaign',
    'employee',
    'invite',
    'account',
    'presence',
    'connection',
    'customer',
    'intake',
    'leads',
    'import',
    'duplicates',
    'refresh',
    'sessionEnd',
  ]),
  data: z.record(z.string(), z.unknown()),
  scope: z.object({
    centers: z.array(z.string()).optional(),
    employee: z.string().optional(),
    session: z.string().optional(),
  }),
});

/** `data` is for clients; `scope` decides who may hear it. */
export type Notice = z.infer<typeof notice> | { kind: 'refresh'; data: Record<string, never>; scope: object };

/** @returns undefined for a malformed payload. */
export function parseNotice(payload: string): Notice | undefined {
  try {
    return notice.safeParse(JSON.parse(payload)).data;
  } catch {
    return undefined;
  }
}
