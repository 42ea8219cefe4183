import { useNavigate } from '@tanstack/react-router';
import { listManagementLeads } from '#contract/leads/lead-oversight.ts';
import { createLead } from '#contract/leads/leads.ts';
import { prefillNextPhone } from '#web/features/leads/form/next-phone.ts';
import { mayCall } from '#web/lib/api/may-call.ts';
import { useSession } from '#web/lib/session/session.ts';
import { dialogParam } from '#web/lib/url/use-dialogs.ts';

/** @returns a function that begins a lead, with a phone if it is known; undefined for a level that may not. */
export function useAddLead(): ((phone?: string) => void) | undefined {
  const navigate = useNavigate();
  const level = useSession()?.level;
  if (!mayCall(createLead, level)) return undefined;
  return (phone) => {
    if (phone !== undefined) prefillNextPhone(phone);
    const search = { dialog: dialogParam('lead.new') };
    if (level === 'service')
      void navigate({ to: '/main/leadsByStatus/$status', params: { status: 'pending' }, search });
    else if (mayCall(listManagementLeads, level))
      void navigate({ to: '/main/manageMentLead/$status', params: { status: 'all' }, search });
    else void navigate({ to: '/main/leads', search });
  };
}
