import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslations } from 'use-intl';
import { getLead } from '#contract/leads/leads.ts';
import { call } from '#web/lib/api/api.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { presence } from '#web/lib/live/presence.ts';
import { session } from '#web/lib/session/session.ts';

export function usePassedText(): (ids: readonly string[]) => Promise<string> {
  const t = useTranslations('working');
  const client = useQueryClient();
  return useCallback(
    async (ids) => {
      const [id = '', ...others] = ids;
      if (others.length > 0) return t('passedMany', { count: ids.length });
      const lead = await call(getLead, { params: { id } }).catch(() => undefined);
      if (!lead) return t('passedGone');
      client.setQueryData(endpointQuery(getLead, { params: { id } }).queryKey, lead);
      const [present] = presence.at(id);
      const owner = lead.advisor && lead.advisor._id !== session.get()?._id ? lead.advisor : undefined;
      if (owner) return t('passedTaken', { lead: lead.name, name: owner.name });
      return present
        ? t('passedPresent', { lead: lead.name, name: present.name })
        : t('passedHandled', { lead: lead.name });
    },
    [t, client],
  );
}
