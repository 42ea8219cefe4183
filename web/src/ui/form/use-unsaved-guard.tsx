import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useTranslations } from 'use-intl';
import { session } from '#web/lib/session/session.ts';
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx';
import { navigationGuard } from './leave.ts';

/**
 * Asks before unsaved typing is lost: by a closing button that navigates, Back, a link, a reload. Never after the
 * session ended.
 *
 * @param isCovered something stands in front, which the next step of the history takes away instead.
 * @returns whether it asks now, and the question to render.
 */
export function useUnsavedGuard(
  isDirty: boolean,
  isCovered = false,
): { isAsking: boolean; question: ReactNode } {
  const t = useTranslations('ui');
  useEffect(() => {
    navigationGuard.isFree = false;
    return () => {
      navigationGuard.isFree = false;
    };
  }, []);
  const mustAsk = useEffectEvent(() => isDirty && !navigationGuard.isFree && session.get() !== undefined);
  const blocker = useBlocker({
    shouldBlockFn: () => !isCovered && mustAsk(),
    enableBeforeUnload: () => mustAsk(),
    withResolver: true,
  });
  const isAsking = blocker.status === 'blocked';
  const question = isAsking && (
    <ConfirmDialog
      title={t('unsavedTitle')}
      text={t('unsavedText')}
      confirm={t('discard')}
      cancel={t('keepEditing')}
      isDestructive
      isCancelFirst
      onConfirm={blocker.proceed}
      onCancel={blocker.reset}
    />
  );
  return { isAsking, question };
}
