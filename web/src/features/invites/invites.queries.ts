import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createInvite, deleteInvite, type EmployeeInvite, resendInvite } from '#contract/invites.ts';
import { call } from '#web/lib/api.ts';
import { invitesQuery } from '#web/lib/invites.ts';

/** Invites an address, mails an invitation again, and withdraws one. */
export function useInviteCalls() {
  const client = useQueryClient();
  const onSettled = () => void client.invalidateQueries(invitesQuery);
  return {
    create: useMutation({
      mutationFn: (email: string) => call(createInvite, { body: { email } }),
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
