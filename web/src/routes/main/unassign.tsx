import { Button } from '@mantine/core';
import { IconUserQuestion } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { accountQuery } from '#web/features/frame/account/account.queries.ts';
import { StateMessage } from '#web/ui/list/list-states.tsx';

export const Route = createFileRoute('/main/unassign')({ component: Unassign });

function Unassign() {
  const { refetch, isFetching } = useQuery({ ...accountQuery, refetchInterval: 30_000 });
  const t = useTranslations('frame');
  return (
    <div className="centered" style={{ minHeight: '60vh' }}>
      <StateMessage
        isPage
        icon={<IconUserQuestion size={32} stroke={1.5} />}
        title={t('askManager')}
        why={t('askManagerWhy')}
        action={
          <Button variant="default" onClick={() => void refetch()} loading={isFetching}>
            {t('checkAgain')}
          </Button>
        }
      />
    </div>
  );
}
