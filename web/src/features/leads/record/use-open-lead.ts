import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { editLead } from '#contract/leads/leads.ts';
import { mayCall } from '#web/lib/api/may-call.ts';
import { session } from '#web/lib/session/session.ts';

/** To update it or, for who may not, to change its status. */
export function useOpenLead(): (id: string) => void {
  const router = useRouter();
  return useCallback(
    (id) => {
      const { pathname, search } = router.state.location;
      const isFree = !('new' in search || 'edit' in search || 'lead' in search || 'move' in search);
      const isAt = (path: string) => pathname === path;
      const stay = { resetScroll: false, state: { isOpenedHere: isFree } };
      if (mayCall(editLead, session.get()?.level)) {
        const to = '/main/leads';
        const kept = isAt(to) ? { ...search, new: undefined } : {};
        void router.navigate({ to, search: { ...kept, edit: id }, ...(isAt(to) && stay) });
      } else {
        const to = '/main/leadsByStatus/$status';
        const isHere = isAt('/main/leadsByStatus/pending');
        const kept = isHere ? { ...search, new: undefined } : {};
        const params = { status: 'pending' };
        void router.navigate({ to, params, search: { ...kept, move: id }, ...(isHere && stay) });
      }
    },
    [router],
  );
}
