import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import classes from './screen-cards.module.css';
import { screens } from './screens.ts';

/** The screens that management's dashboard leads to, in their order (specification, 'managementDashboard'). */
const paths: readonly string[] = [
  '/main/managementLeads',
  '/main/employees',
  '/main/serviceCenterReports',
  '/main/employeeReports',
  '/main/servicesAndCampaign',
];

/** Cards that lead to other main screens. */
export function ScreenCards() {
  const t = useTranslations('frame');
  const shown = screens
    .filter(({ path }) => paths.includes(path))
    .toSorted((a, b) => paths.indexOf(a.path) - paths.indexOf(b.path));
  return (
    <nav aria-label={t('screenCards')}>
      <ul className={classes.cards}>
        {shown.map(({ path, label }) => (
          <li key={path}>
            <Link to={path} className={classes.card}>
              {t(`screens.${label}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
