import { Button } from '@mantine/core';
import { IconMailPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { createInvite } from '#contract/invites.ts';
import { mayCall } from '#web/lib/api/may-call.ts';
import { useSession } from '#web/lib/session/use-session.ts';

/** The way to the invitations, for whoever may invite. */
export function InviteLink() {
  const t = useTranslations('employees');
  const level = useSession()?.level;
  if (!mayCall(createInvite, level)) return null;
  return (
    <Button
      leftSection={<IconMailPlus size={16} stroke={1.75} />}
      renderRoot={(props) => <Link to="/main/inviteEmployees" {...props} />}
    >
      {t('invite')}
    </Button>
  );
}
