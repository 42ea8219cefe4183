import {
  IconBuildingWarehouse,
  IconTool,
  IconUserCheck,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import classes from './screen-cards.module.css';

const cards = [
  { to: '/main/managementLeads', label: 'screens.leads', Icon: IconUsers },
  { to: '/main/employees', label: 'screens.employees', Icon: IconUsersGroup },
  { to: '/main/serviceCenterReports', label: 'screens.serviceCenterReports', Icon: IconBuildingWarehouse },
  { to: '/main/employeeReports', label: 'screens.employeeReports', Icon: IconUserCheck },
  { to: '/main/servicesAndCampaign', label: 'offerings', Icon: IconTool },
] as const;

/** Links, on management's dashboard, to the screens that are opened most, as cards. */
export function ScreenCards() {
  const t = useTranslations('frame');
  return (
    <nav aria-label={t('screenCards')}>
      <ul className={classes.cards}>
        {cards.map(({ to, label, Icon }) => (
          <li key={to}>
            <Link to={to} className={classes.card}>
              <Icon size={18} stroke={1.75} aria-hidden />
              {t(label)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
