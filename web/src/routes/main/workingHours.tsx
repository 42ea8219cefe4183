import { useQuery } from '@tanstack/react-query';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { listOwnServiceCenters } from '#contract/service-centers.ts';
import { calendarDate } from '#contract/text/dates.ts';
import { getWorkingHours, type StoredWorkingHours } from '#contract/working-hours.ts';
import { CenterHours } from '#web/features/working-hours/center-hours.tsx';
import { CenterTabs } from '#web/features/working-hours/center-tabs.tsx';
import { Holidays } from '#web/features/working-hours/holidays.tsx';
import { AnswerTargets } from '#web/features/working-hours/targets.tsx';
import classes from '#web/features/working-hours/working-hours.module.css';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { recordId } from '#web/lib/url/list-search.ts';
import { Choice } from '#web/ui/choice/choice.tsx';
import { SettingsSection } from '#web/ui/form/settings-section.tsx';
import { Page } from '#web/ui/frame/page.tsx';
import { Loaded } from '#web/ui/list/list-states.tsx';

// Beside the form it would take the form's code into the first load.
const workingHoursQuery = endpointQuery(getWorkingHours);
const centersQuery = endpointQuery(listOwnServiceCenters);

// Few people open it: its calls stay out of the first load.
export const Route = createFileRoute('/main/workingHours')({
  // `center`: whose hours; `from`: the day of a coming change that is edited.
  validateSearch: z.object({ center: recordId, from: calendarDate.optional().catch(undefined) }),
  component: WorkingHours,
});

function WorkingHours() {
  const t = useTranslations('workingHours');
  const ui = useTranslations('ui');
  const hours = useQuery(workingHoursQuery);
  const centers = useQuery(centersQuery);
  const failed = [hours, centers].find(({ error, data }) => error && !data) ?? hours;
  const data = hours.data && centers.data && { hours: hours.data, centers: centers.data };
  return (
    <Page title={t('title')} tabs={<CenterTabs />}>
      <Loaded
        query={{ data, error: failed.error, refetch: failed.refetch }}
        instead={<p role="status">{t('loading')}</p>}
      >
        {({ hours, centers }) => (
          <Sections
            hours={hours}
            centers={centers.map(({ _id, name, isActive }) => ({
              value: _id,
              label: isActive ? name : ui('switchedOff', { name }),
            }))}
          />
        )}
      </Loaded>
    </Page>
  );
}

type SectionsProps = { hours: StoredWorkingHours; centers: { value: string; label: string }[] };

function Sections({ hours, centers }: SectionsProps) {
  const t = useTranslations('workingHours');
  const navigate = useNavigate();
  const { center, from } = Route.useSearch();
  const isOwn = (id: string) =>
    hours.plans.findLast(({ serviceCenter }) => serviceCenter === id)?.week != null;
  const choices = centers.map(({ value, label }) => ({
    value,
    label: isOwn(value) ? t('hours.own', { name: label }) : label,
  }));
  const known = centers.some(({ value }) => value === center) ? center : undefined;
  return (
    <div className={classes.sections}>
      <SettingsSection title={t('hours.title')}>
        <Choice
          label={t('hours.of')}
          data={[{ value: '', label: t('hours.all') }, ...choices]}
          value={known ?? ''}
          onChange={(chosen) =>
            void navigate({ to: '/main/workingHours', search: { center: chosen || undefined } })
          }
        />
        <CenterHours key={`${known} ${from}`} hours={hours} center={known} from={from} />
      </SettingsSection>
      <SettingsSection title={t('holidays.title')}>
        <Holidays hours={hours} centers={centers} />
      </SettingsSection>
      <SettingsSection title={t('targets.title')} why={t('targets.why')}>
        <AnswerTargets hours={hours} />
      </SettingsSection>
    </div>
  );
}
