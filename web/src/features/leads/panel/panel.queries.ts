import { queryOptions, useQuery } from '@tanstack/react-query';
import { sendWhatsAppReply } from '#contract/intake/whatsapp.ts';
import { getLeadPanel } from '#contract/leads/lead-panel.ts';
import { cacheLead } from '#web/features/leads/record/leads.queries.ts';
import { call } from '#web/lib/api/api.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { mayCall } from '#web/lib/api/may-call.ts';
import { serverClock } from '#web/lib/live/server-clock.ts';
import { useSession } from '#web/lib/session/session.ts';

/** Reads the panel and renews the lead itself, which a list already showed. */
export const leadPanelQuery = (id: string) =>
  queryOptions({
    ...endpointQuery(getLeadPanel, { params: { id } }),
    async queryFn({ signal }) {
      const panel = await call(getLeadPanel, { params: { id }, signal });
      cacheLead(panel.lead);
      return panel;
    },
  });

/** @returns whether the lead's customer can be answered on WhatsApp now. */
export function useMayReply(id: string): boolean {
  const { data } = useQuery({ ...leadPanelQuery(id), enabled: false });
  const may = mayCall(sendWhatsAppReply, useSession()?.level);
  if (!may || !data?.conversation || !data.lead.isActive) return false;
  return Date.parse(data.conversation.openUntil) > serverClock.now().getTime();
}
