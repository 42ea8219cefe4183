import { Button } from '@mantine/core';
import { IconLinkOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useDealer } from '#web/lib/session/dealer.ts';
import { StateMessage } from '#web/ui/list/list-states.tsx';

/** Shown for a set-up link that was used or never existed: what to do instead. */
export function SetUpLinkGone() {
  const t = useTranslations('setup');
  const { isSetUp } = useDealer();
  return (
    <StateMessage
      isPage
      icon={<IconLinkOff size={32} stroke={1.5} />}
      title={t('linkGone')}
      why={`${t('linkGoneWhy')} ${t(isSetUp ? 'linkGoneSetUp' : 'linkGoneNot')}`}
      action={
        isSetUp && (
          <Button renderRoot={(props) => <Link to="/auth/login" {...props} />}>{t('toLogin')}</Button>
        )
      }
    />
  );
}
