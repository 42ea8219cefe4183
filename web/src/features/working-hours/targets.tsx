import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { messages } from '#contract/call/messages.ts';
import { platforms } from '#contract/leads/leads.ts';
import { type StoredWorkingHours, workingHoursLimits } from '#contract/working-hours.ts';
import { TextField } from '#web/ui/field/fields.tsx';
import { typedWholeNumber } from '#web/ui/field/typed-number.ts';
import { SettingsForm } from '#web/ui/form/settings-form.tsx';
import { useHoursForm } from './use-hours-form.tsx';
import classes from './working-hours.module.css';

const ownMinutes = typedWholeNumber({ max: workingHoursLimits.minutes });
const minutes = ownMinutes.refine((typed) => typed !== null, messages.required);
const targetsForm = z.object({
  default: minutes,
  facebook: ownMinutes,
  whatsapp: ownMinutes,
  website: ownMinutes,
});

function typedTargets({ targets }: StoredWorkingHours) {
  return {
    default: targets.default.toString(),
    facebook: targets.facebook?.toString() ?? '',
    whatsapp: targets.whatsapp?.toString() ?? '',
    website: targets.website?.toString() ?? '',
  };
}

/** The form of the working minutes within which an enquiry is to be answered, by platform. */
export function AnswerTargets({ hours }: { hours: StoredWorkingHours }) {
  const t = useTranslations('workingHours.targets');
  const { form, notice, ...edited } = useHoursForm({
    hours,
    schema: targetsForm,
    recordOf: typedTargets,
    bodyOf: (targets) => ({ targets }),
    draft: 'responseTargets',
  });
  return (
    <SettingsForm edited={edited} texts={{ save: t('save') }}>
      {notice}
      <div className={classes.targets}>
        {(['default', ...platforms] as const).map((name) => (
          <TextField
            key={name}
            control={form.control}
            name={name}
            label={t(name)}
            placeholder={name === 'default' ? undefined : t('asUsual')}
            inputMode="numeric"
            maxLength={5}
            autoComplete="off"
          />
        ))}
      </div>
    </SettingsForm>
  );
}
