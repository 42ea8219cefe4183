import { z } from 'zod';

export const noticeChannel = 'pitlane';

const notice = z.object({
  kind: z.enum([
    'lead',
    'comment',
    'offer',
    'customerMessage',
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

export type Notice = z.infer<typeof notice> | { kind: 'refresh'; data: Record<string, never>; scope: object };

export function parseNotice(payload: string): Notice | undefined {
  try {
    return notice.safeParse(JSON.parse(payload)).data;
  } catch {
    return undefined;
  }
}
