import { IconMailPlus } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { createInvite } from '#contract/invites.ts';
import { mayCall } from '#web/lib/api/may-call.ts';
import { useSession } from '#web/lib/session/session.ts';
import { LinkButton } from '#web/ui/frame/buttons.tsx';

export function InviteLink() {
  const t = useTranslations('employees');
  const level = useSession()?.level;
  if (!mayCall(createInvite, level)) return null;
  return (
    <LinkButton leftSection={<IconMailPlus size={16} stroke={1.75} />} to="/main/inviteEmployees">
      {t('invite')}
    </LinkButton>
  );
}
