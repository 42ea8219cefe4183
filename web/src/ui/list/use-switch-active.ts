import { useMutation, useQueryClient } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { useTranslations } from 'use-intl';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { offerUndo } from '#web/ui/feedback/quiet-lines.tsx';

type Switched = { _id: string; name: string; isActive: boolean };
type List = { rows: Switched[] };

/**
 * @param root first part of the query keys; lists `[root, 'list', …]` hold `rows`.
 * @param send switches a record; answers how many open leads keep it, at least.
 * @returns switches a record: optimistically; a quiet line counts those leads and offers undo.
 */
export function useSwitchActive(
  root: 'serviceCenters' | 'serviceOrCampaign',
  send: (id: string, isActive: boolean) => Promise<Switched & { openLeads: number; isOpenCapped?: boolean }>,
) {
  const t = useTranslations('ui.active');
  const errorText = useErrorText();
  const client = useQueryClient();
  const show = (id: string, isActive: boolean) =>
    client.setQueriesData<List>({ queryKey: [root, 'list'] }, (list) =>
      list ? { ...list, rows: list.rows.map((row) => (row._id === id ? { ...row, isActive } : row)) } : list,
    );
  const { mutateAsync } = useMutation({
    mutationKey: [root, 'switch'],
    // One after the other: the last of two presses holds.
    scope: { id: `${root}:switch` },
    mutationFn: ({ id, isActive }: { id: string; isActive: boolean }) => send(id, isActive),
    async onMutate({ id, isActive }) {
      await client.cancelQueries({ queryKey: [root, 'list'] });
      show(id, isActive);
    },
    onError: (_error, { id, isActive }) => show(id, !isActive),
    onSettled() {
      if (client.isMutating({ mutationKey: [root, 'switch'] }) === 1)
        void client.invalidateQueries({ queryKey: [root] });
    },
  });

  return async function switchActive({ _id: id }: Pick<Switched, '_id'>, isActive: boolean): Promise<void> {
    try {
      const { name, openLeads, isOpenCapped } = await mutateAsync({ id, isActive });
      const more = isOpenCapped ? '+' : '';
      toast.success(t(isActive ? 'on' : 'off', { name }));
      if (!isActive)
        offerUndo(t('offKept', { name, openLeads, more }), () => void switchActive({ _id: id }, true));
    } catch (error) {
      toast.error(errorText(error));
    }
  };
}
