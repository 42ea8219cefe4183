import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { textLength } from '#contract/business.ts';
import { messages } from '#contract/call/messages.ts';
import { type EditMeBody, editMe } from '#contract/session.ts';
import { requiredText } from '#contract/text/text.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { mutate } from '#web/lib/api/mutate.ts';
import { type Employee, session } from '#web/lib/session/session.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { TextField } from '#web/ui/field/fields.tsx';
import { PictureInput } from '#web/ui/field/picture-input.tsx';
import { FormFailure } from '#web/ui/form/refusals.tsx';
import { SettingsForm } from '#web/ui/form/settings-form.tsx';
import { useForm } from '#web/ui/form/use-form.tsx';
import { Portrait } from '#web/ui/frame/portrait.tsx';
import classes from './about-form.module.css';

const aboutForm = z.object({ name: requiredText(textLength.name, messages.nameRequired) });

/** The form of the user's own name and picture. */
export function ProfileForm({ employee }: { employee: Employee }) {
  const t = useTranslations('profile');
  const levels = useTranslations('frame.levels');
  const [picture, setPicture] = useState<File>();
  const edit = useMutation({
    mutationFn: ({ body, dp }: { body: EditMeBody; dp?: File }) => mutate(editMe, { body, files: { dp } }),
    onSuccess(account, { dp }) {
      session.refresh(account);
      if (dp) setPicture(undefined);
      toast.success(t('saved'));
    },
  });
  const { form, submit, draft, ...typed } = useForm({
    schema: aboutForm,
    record: { name: employee.name },
    draft: 'profile',
    save: async (body, { show }) => show({ name: (await edit.mutateAsync({ body, dp: picture })).name }),
  });
  const faults = edit.error instanceof ApiError ? edit.error.fields : {};
  const facts = [
    [t('email'), employee.email],
    [t('level'), levels(employee.level)],
    [t('centers'), employee.serviceCenter.map(({ name }) => name).join(', ')],
  ].filter(([, value]) => value);

  return (
    <SettingsForm
      edited={{
        submit,
        draft,
        isDirty: typed.isDirty || picture !== undefined,
        isSaving: edit.isPending,
        failure: <FormFailure error={edit.error} form={form} others={['dp']} />,
      }}
    >
      <PictureInput
        isPortrait
        label={t('picture')}
        file={picture}
        onChange={(file) => {
          edit.reset();
          setPicture(file);
        }}
        present={<Portrait name={employee.name} dp={employee.dp} size={48} />}
        onRemovePresent={employee.dp ? () => edit.mutate({ body: { dp: null } }) : undefined}
        error={faults.dp}
      />
      <TextField
        control={form.control}
        name="name"
        label={t('name')}
        required
        withAsterisk={false}
        maxLength={textLength.name}
        autoComplete="name"
      />
      <dl className={`stack ${classes.facts}`}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="dimmed">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </SettingsForm>
  );
}
