import { z } from 'zod';

/** The channel on which the database tells every process what was committed. */
export const channel = 'pitlane';

const notice = z.object({
  kind: z.enum([
    'lead',
    'serviceCenter',
    'serviceOrCampaign',
    'employee',
    'invite',
    'account',
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

/** What was committed: `data` is what clients may know, `scope` decides to whom it may be told. */
export type Notice = z.infer<typeof notice> | { kind: 'refresh'; data: Record<string, never>; scope: object };

/** @returns the notice, or undefined when the payload is none. */
export function parseNotice(payload: string): Notice | undefined {
  try {
    return notice.safeParse(JSON.parse(payload)).data;
  } catch {
    return undefined;
  }
}
