import { createFileRoute } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { messages } from '#contract/call/messages.ts';
import { neglectedAfterDays } from '#contract/dealer.ts';
import { openStatuses } from '#contract/leads/lead-lists.ts';
import classes from '#web/features/settings/settings.module.css';
import { SettingsPage } from '#web/features/settings/settings-frame.tsx';
import { useDealerForm } from '#web/features/settings/use-dealer-form.ts';
import { CheckBox } from '#web/ui/choice/check-list.tsx';
import { TextField } from '#web/ui/field/fields.tsx';
import { SettingsForm } from '#web/ui/form/settings-form.tsx';
import { LinkButton } from '#web/ui/frame/buttons.tsx';

export const Route = createFileRoute('/main/settings_/enquiries')({ component: Enquiries });

const typedDays = z.coerce
  .number<string | number>(messages.notANumber)
  .pipe(neglectedAfterDays.shape.pending);
const enquiriesForm = z.object({
  joinsOpenLeads: z.boolean(),
  neglectedAfterDays: z.object({ pending: typedDays, potential: typedDays, booked: typedDays }),
});

function Enquiries() {
  const t = useTranslations('settings');
  const leads = useTranslations('leads');
  const hours = useTranslations('workingHours');
  const { form, ...edited } = useDealerForm({
    schema: enquiriesForm,
    pick: ({ joinsOpenLeads, neglectedAfterDays }) => ({ joinsOpenLeads, neglectedAfterDays }),
    draft: 'settings.enquiries',
  });
  return (
    <SettingsPage page="enquiries">
      <SettingsForm edited={edited}>
        <CheckBox
          label={t('joinsOpenLeads')}
          description={t('joinsOpenLeadsWhy')}
          {...form.register('joinsOpenLeads')}
        />
        <fieldset>
          <legend className="heading">{t('neglected')}</legend>
          <p className={`quiet ${classes.groupWhy}`}>{t('neglectedWhy')}</p>
          <div className={classes.days}>
            {openStatuses.map((status) => (
              <TextField
                key={status}
                control={form.control}
                name={`neglectedAfterDays.${status}`}
                label={t('neglectedAfter', { status: leads(`statuses.${status}`) })}
                inputMode="numeric"
                maxLength={3}
                required
                withAsterisk={false}
              />
            ))}
          </div>
        </fieldset>
      </SettingsForm>
      <div className={classes.elsewhere}>
        <LinkButton variant="default" to="/main/workingHours">
          {hours('open')}
        </LinkButton>
      </div>
    </SettingsPage>
  );
}
