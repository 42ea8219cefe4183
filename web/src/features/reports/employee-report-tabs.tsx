import { useTranslations } from 'use-intl';
import { reportContacts, reportEmployees } from '#contract/reports.ts';
import { TabBar } from '#web/ui/frame/tab-bar.tsx';

/** Links the report of what employees recorded and that of their work. */
export function EmployeeReportTabs() {
  const t = useTranslations('reports.employeeTabs');
  return (
    <TabBar
      label={t('label')}
      tabs={[
        { key: 'recorded', to: '/main/employeeReports', text: t('recorded'), needs: reportEmployees },
        { key: 'work', to: '/main/employeeWork', text: t('work'), needs: reportContacts },
      ]}
    />
  );
}
