import { useTranslations } from 'use-intl';
import { listBookingRules } from '#contract/bookings/booking-rules.ts';
import { listServiceCenters } from '#contract/service-centers.ts';
import { getWorkingHours } from '#contract/working-hours.ts';
import { TabBar } from '#web/ui/frame/tab-bar.tsx';

/** Links service centers, their working hours and their booking rules. */
export function CenterTabs() {
  const t = useTranslations('workingHours');
  return (
    <TabBar
      label={t('tabs')}
      tabs={[
        { key: 'centers', to: '/main/serviceCenters', text: t('centers'), needs: listServiceCenters },
        { key: 'hours', to: '/main/workingHours', text: t('title'), needs: getWorkingHours },
        { key: 'bookings', to: '/main/bookingRules', text: t('bookingRules'), needs: listBookingRules },
      ]}
    />
  );
}
