import { useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import {
  type CreateInviteBody,
  createInvite,
  deleteInvite,
  type EmployeeInvite,
  inviteStates,
  resendInvite,
} from '#contract/invites.ts';
import { call } from '#web/lib/api/api.ts';
import { invitesQuery } from '#web/lib/session/invites.ts';
import { listSearch } from '#web/lib/url/list-search.ts';

export const invitesSearch = listSearch.extend({
  state: z
    .enum(['all', ...inviteStates])
    .default('all')
    .catch('all'),
});
export type InvitesSearch = z.output<typeof invitesSearch>;

export function useInviteCalls() {
  const client = useQueryClient();
  const onSettled = () => void client.invalidateQueries(invitesQuery);
  return {
    create: useMutation({
      mutationFn: (body: CreateInviteBody) => call(createInvite, { body }),
      onSettled,
    }),
    resend: useMutation({
      mutationFn: ({ _id: id }: EmployeeInvite) => call(resendInvite, { params: { id } }),
      onSettled,
    }),
    remove: useMutation({
      mutationFn: ({ _id: id }: EmployeeInvite) => call(deleteInvite, { params: { id } }),
      onSettled,
    }),
  };
}
