import { Button } from '@mantine/core';
import { IconUserShare } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { type MatchingLeadsInput, startBulkChange } from '#contract/leads/lead-bulk.ts';
import { mayCall } from '#web/lib/api/may-call.ts';
import { useSession } from '#web/lib/session/session.ts';
import { useDialogs } from '#web/lib/url/use-dialogs.ts';
import { bulkTarget } from './bulk-target.ts';

/** Gives all leads of a list to others. */
export function ReassignButton({ count, matching }: { count: number; matching: MatchingLeadsInput }) {
  const t = useTranslations('assignment');
  const { openDialog } = useDialogs();
  if (!mayCall(startBulkChange, useSession()?.level)) return null;
  const reassign = () => {
    bulkTarget.save({ count, chosen: { matching } });
    openDialog('leads.bulk', 'assign');
  };
  return (
    <Button variant="default" leftSection={<IconUserShare size={16} stroke={1.75} />} onClick={reassign}>
      {t('reassign')}
    </Button>
  );
}
