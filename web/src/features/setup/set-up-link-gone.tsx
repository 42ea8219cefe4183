import { IconLinkOff } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useDealer } from '#web/lib/session/dealer.ts';
import { LinkButton } from '#web/ui/frame/buttons.tsx';
import { StateMessage } from '#web/ui/list/list-states.tsx';

export function SetUpLinkGone() {
  const t = useTranslations('setup');
  const { isSetUp } = useDealer();
  return (
    <StateMessage
      isPage
      icon={<IconLinkOff size={32} stroke={1.5} />}
      title={t('linkGone')}
      why={`${t('linkGoneWhy')} ${t(isSetUp ? 'linkGoneSetUp' : 'linkGoneNot')}`}
      action={isSetUp && <LinkButton to="/auth/login">{t('toLogin')}</LinkButton>}
    />
  );
}
