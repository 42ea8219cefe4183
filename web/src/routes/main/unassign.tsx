import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { accountQuery } from '#web/features/frame/account/account.queries.ts';
import { UnassignPage } from '#web/features/frame/unassign-page.tsx';

export const Route = createFileRoute('/main/unassign')({ component: Unassign });

function Unassign() {
  const { refetch, isFetching } = useQuery({ ...accountQuery, refetchInterval: 30_000 });
  return <UnassignPage onCheck={() => void refetch()} isChecking={isFetching} />;
}
