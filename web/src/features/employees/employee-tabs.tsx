import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { listAudit } from '#contract/audit.ts';
import { listEmployeesByLevel } from '#contract/employees.ts';
import { listInvites } from '#contract/invites.ts';
import { mayCall } from '#web/lib/api/may-call.ts';
import { useSession } from '#web/lib/session/use-session.ts';
import { TabBar } from '#web/ui/frame/tab-bar.tsx';

const tabs = [
  { to: '/main/employees', label: 'overview', needs: listEmployeesByLevel },
  { to: '/main/manager', label: 'levels.manager', needs: listEmployeesByLevel },
  { to: '/main/service', label: 'levels.service', needs: listEmployeesByLevel },
  { to: '/main/dataEntry', label: 'levels.dataEntry', needs: listEmployeesByLevel },
  { to: '/main/unassigned', label: 'levels.unassigned', needs: listEmployeesByLevel },
  { to: '/main/inviteEmployees', label: 'inviteTab', needs: listInvites },
  { to: '/main/audit', label: 'auditTab', needs: listAudit },
] as const;

/** From one list of people to another, those that the employee's level may see. */
export function EmployeeTabs() {
  const t = useTranslations('employees');
  const level = useSession()?.level;
  return (
    <TabBar label={t('tabs')}>
      {tabs
        .filter(({ needs }) => mayCall(needs, level))
        .map(({ to, label }) => (
          <Link key={to} to={to} activeOptions={{ includeSearch: false }}>
            {t(label)}
          </Link>
        ))}
    </TabBar>
  );
}
