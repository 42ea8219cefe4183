import { IconMailPlus } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { listAudit } from '#contract/audit.ts';
import { listEmployeesByLevel } from '#contract/employees.ts';
import { createInvite, listInvites } from '#contract/invites.ts';
import { mayCall } from '#web/lib/api/may-call.ts';
import { useSession } from '#web/lib/session/session.ts';
import { LinkButton } from '#web/ui/frame/buttons.tsx';
import { TabBar } from '#web/ui/frame/tab-bar.tsx';

const tabs = [
  { to: '/main/employees', key: 'overview', needs: listEmployeesByLevel },
  { to: '/main/manager', key: 'levels.manager', needs: listEmployeesByLevel },
  { to: '/main/service', key: 'levels.service', needs: listEmployeesByLevel },
  { to: '/main/dataEntry', key: 'levels.dataEntry', needs: listEmployeesByLevel },
  { to: '/main/unassigned', key: 'levels.unassigned', needs: listEmployeesByLevel },
  { to: '/main/inviteEmployees', key: 'inviteTab', needs: listInvites },
  { to: '/main/audit', key: 'auditTab', needs: listAudit },
] as const;

/** Links the lists of employees by level. */
export function EmployeeTabs() {
  const t = useTranslations('employees');
  return <TabBar label={t('tabs')} tabs={tabs.map((tab) => ({ ...tab, text: t(tab.key) }))} />;
}

/** Links to inviting employees, for whoever may. */
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
