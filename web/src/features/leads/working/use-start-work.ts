import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { useTranslations } from 'use-intl';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { presence } from '#web/lib/live/presence.ts';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { keptRun, type WorkNarrowing, worklistQuery } from './worklist.ts';

/** @returns how to start, with the first lead that no colleague has open. */
export function useStartWork(narrowing: WorkNarrowing): { start: () => void; isStarting: boolean } {
  const t = useTranslations('queue');
  const errorText = useErrorText();
  const client = useQueryClient();
  const { open } = useListUrl();
  const [isStarting, setStarting] = useState(false);

  const start = async () => {
    setStarting(true);
    try {
      const worklist = await client.fetchQuery({ ...worklistQuery(narrowing), staleTime: 0 });
      const { leads } = worklist;
      const first = leads.find(({ _id }) => presence.at(_id).length === 0) ?? leads[0];
      if (!first) return void toast(t('theirs'));
      keptRun().keep({ ...worklist, logged: [] });
      open({ work: first._id, lead: undefined });
    } catch (error) {
      toast.error(errorText(error));
    } finally {
      setStarting(false);
    }
  };
  return { start: () => void start(), isStarting };
}
