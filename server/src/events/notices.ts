import { z } from 'zod';

/** The channel of NOTIFY on which committed changes are told. */
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

/** A committed change. `data`: what browsers get; `scope`: who may get it. `refresh`: anything may have changed. */
export type Notice = z.infer<typeof notice> | { kind: 'refresh'; data: Record<string, never>; scope: object };

/** Parses a notice; undefined for what is none. */
export function parseNotice(payload: string): Notice | undefined {
  try {
    return notice.safeParse(JSON.parse(payload)).data;
  } catch {
    return undefined;
  }
}
