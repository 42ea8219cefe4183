import { z } from 'zod';
import { textLength } from '#contract/business.ts';
import { inviteStates } from '#contract/invites.ts';

/** What the URL of the invitations says when it says nothing. */
export const invitesDefaults = { search: '', state: 'all', page: 1 } as const;

/** The URL of the invitations. */
export const invitesSearch = z.object({
  search: z.string().trim().max(textLength.search).default('').catch(''),
  state: z
    .enum(['all', ...inviteStates])
    .default('all')
    .catch('all'),
  page: z.coerce.number<number>().int().min(1).default(1).catch(1),
});
export type InvitesSearch = z.output<typeof invitesSearch>;
