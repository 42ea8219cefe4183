import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { sendWhatsAppReply } from '#contract/intake/whatsapp.ts';
import type { CallGroup } from '#contract/leads/call-order.ts';
import { getLeadPanel, type LeadPanel } from '#contract/leads/lead-panel.ts';
import { getLead } from '#contract/leads/leads.ts';
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

type ListedRows = { rows?: readonly { _id: string; group?: CallGroup }[] };

/** @returns the group of the queue in which the lead stands, as its list said until its panel has been read. */
export function useCallGroup(id: string, panel: LeadPanel | undefined): CallGroup | undefined {
  const client = useQueryClient();
  if (panel) return panel.group ?? undefined;
  const lists = client.getQueriesData<ListedRows>({ queryKey: [getLead.reads] });
  return lists.flatMap(([, list]) => list?.rows ?? []).find(({ _id, group }) => _id === id && group)?.group;
}
