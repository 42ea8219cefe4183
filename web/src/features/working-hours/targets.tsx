import { Button } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { messages } from '#contract/call/messages.ts';
import { platforms } from '#contract/leads/leads.ts';
import { mostWorkingHours, type StoredWorkingHours } from '#contract/working-hours.ts';
import { TextField } from '#web/ui/field/fields.tsx';
import { RestoredLine } from '#web/ui/form/drafts.tsx';
import { useUnsavedGuard } from '#web/ui/form/use-unsaved-guard.tsx';
import { submitOnCtrlEnter } from '#web/ui/keys/keys.ts';
import { useHoursForm } from './use-hours-form.tsx';
import classes from './working-hours.module.css';

const minutes = z
  .string()
  .trim()
  .regex(/^\d+$/, messages.notWhole)
  .transform(Number)
  .pipe(z.int().min(1).max(mostWorkingHours.minutes));
/** Empty means as usual. */
const ownMinutes = z.union([z.literal('').transform(() => null), minutes]);
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

/** How long an enquiry may wait for an answer. */
export function Targets({ hours }: { hours: StoredWorkingHours }) {
  const t = useTranslations('workingHours.targets');
  const { form, submit, isDirty, isSaving, failure, draft, notice } = useHoursForm({
    hours,
    schema: targetsForm,
    recordOf: typedTargets,
    bodyOf: (targets) => ({ targets }),
    draft: 'responseTargets',
  });
  const guard = useUnsavedGuard(isDirty);
  return (
    <form noValidate className={classes.form} onSubmit={submit} onKeyDown={submitOnCtrlEnter}>
      <RestoredLine draft={draft} />
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
      {failure}
      <div>
        <Button type="submit" loading={isSaving} disabled={!isDirty}>
          {t('save')}
        </Button>
      </div>
      {guard.question}
    </form>
  );
}
