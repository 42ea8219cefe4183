import { useQuery } from '@tanstack/react-query';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { type CenterBookingRules, listBookingRules } from '#contract/bookings/booking-rules.ts';
import classes from '#web/features/booking-rules/booking-rules.module.css';
import { CenterRules } from '#web/features/booking-rules/center-rules.tsx';
import { CenterTabs } from '#web/features/working-hours/center-tabs.tsx';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { recordId } from '#web/lib/url/list-search.ts';
import { Choice } from '#web/ui/choice/choice.tsx';
import { SettingsSection } from '#web/ui/form/settings-section.tsx';
import { Page } from '#web/ui/frame/page.tsx';
import { Loaded } from '#web/ui/list/list-states.tsx';

const rulesQuery = endpointQuery(listBookingRules);

// Few people open it: its call stays out of the first load.
export const Route = createFileRoute('/main/bookingRules')({
  // `center`: whose rules.
  validateSearch: z.object({ center: recordId }),
  component: BookingRules,
});

function BookingRules() {
  const t = useTranslations('bookingRules');
  return (
    <Page title={t('title')} tabs={<CenterTabs />}>
      <Loaded query={useQuery(rulesQuery)} instead={<p role="status">{t('loading')}</p>}>
        {(centers) => <RulesOfCenters centers={centers} />}
      </Loaded>
    </Page>
  );
}

function RulesOfCenters({ centers }: { centers: readonly CenterBookingRules[] }) {
  const t = useTranslations('bookingRules');
  const navigate = useNavigate();
  const { center } = Route.useSearch();
  const shown = centers.find(({ serviceCenter }) => serviceCenter._id === center) ?? centers[0];
  if (!shown) return <p className="quiet">{t('none')}</p>;
  return (
    <div className={classes.sections}>
      <SettingsSection title={t('capacity')}>
        <Choice
          label={t('of')}
          data={centers.map(({ serviceCenter: { _id, name }, rules }) => ({
            value: _id,
            label: rules ? t('limitedName', { name }) : name,
          }))}
          value={shown.serviceCenter._id}
          onChange={(chosen) => void navigate({ to: '/main/bookingRules', search: { center: chosen } })}
        />
        <CenterRules
          key={shown.serviceCenter._id}
          center={shown}
          others={centers.filter((one) => one !== shown)}
        />
      </SettingsSection>
    </div>
  );
}
