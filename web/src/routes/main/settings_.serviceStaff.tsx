import { createFileRoute } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { SettingsPage } from '#web/features/settings/settings-frame.tsx';
import { useDealerForm } from '#web/features/settings/use-dealer-form.ts';
import { CheckBox } from '#web/ui/choice/check-list.tsx';
import { SettingsForm } from '#web/ui/form/settings-form.tsx';

export const Route = createFileRoute('/main/settings_/serviceStaff')({ component: ServiceStaff });

const rules = ['serviceMayCorrect', 'serviceMayMerge', 'serviceMayOverbook'] as const;
const serviceStaffForm = z.object({
  serviceMayCorrect: z.boolean(),
  serviceMayMerge: z.boolean(),
  serviceMayOverbook: z.boolean(),
});

function ServiceStaff() {
  const t = useTranslations('settings');
  const { form, ...edited } = useDealerForm({
    schema: serviceStaffForm,
    pick: ({ serviceMayCorrect, serviceMayMerge, serviceMayOverbook }) => ({
      serviceMayCorrect,
      serviceMayMerge,
      serviceMayOverbook,
    }),
    draft: 'settings.serviceStaff',
  });
  return (
    <SettingsPage page="serviceStaff">
      <SettingsForm edited={edited}>
        {rules.map((rule) => (
          <CheckBox
            key={rule}
            label={t(rule)}
            description={rule === 'serviceMayCorrect' ? t('serviceMayCorrectWhy') : undefined}
            {...form.register(rule)}
          />
        ))}
      </SettingsForm>
    </SettingsPage>
  );
}
