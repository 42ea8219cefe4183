import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { textLength } from '#contract/business.ts';
import { messages } from '#contract/call/messages.ts';
import { type EditMeBody, editMe } from '#contract/session.ts';
import { requiredText } from '#contract/text/text.ts';
import { call } from '#web/lib/api/api.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { type Employee, session } from '#web/lib/session/session.ts';
import { TextField } from '#web/ui/field/fields.tsx';
import { PictureInput } from '#web/ui/field/picture-input.tsx';
import { FormFailure } from '#web/ui/form/form-failure.tsx';
import { takeSaved } from '#web/ui/form/leave-saved.ts';
import { RestoredLine } from '#web/ui/form/restored-line.tsx';
import { settingsFields } from '#web/ui/form/settings-section.tsx';
import { showFieldErrors } from '#web/ui/form/show-field-errors.ts';
import { useKeptForm } from '#web/ui/form/use-form-draft.ts';
import { useSchemaForm } from '#web/ui/form/use-schema-form.ts';
import { useUnsavedGuard } from '#web/ui/form/use-unsaved-guard.tsx';
import { Portrait } from '#web/ui/frame/portrait.tsx';
import { submitOnCtrlEnter } from '#web/ui/keys/keys.ts';
import classes from './about-form.module.css';

const aboutForm = z.object({ name: requiredText(textLength.name, messages.nameRequired) });

export function AboutForm({ employee }: { employee: Employee }) {
  const t = useTranslations('profile');
  const levels = useTranslations('frame.levels');
  const [picture, setPicture] = useState<File>();
  const form = useSchemaForm(aboutForm, { values: { name: employee.name } });
  const save = useMutation({
    mutationFn: ({ body, dp }: { body: EditMeBody; dp?: File; sent?: { name: string } }) =>
      call(editMe, { body, files: { dp } }),
    onSuccess(account, { dp, sent }) {
      session.refresh(account);
      if (sent) takeSaved(form, sent, { name: account.name });
      if (dp) setPicture(undefined);
      toast.success(t('saved'));
    },
    onError: (error) => showFieldErrors(form, error),
  });
  const draft = useKeptForm(form, 'profile');
  const isDirty = form.formState.isDirty || picture !== undefined;
  const guard = useUnsavedGuard(isDirty);
  const faults = save.error instanceof ApiError ? save.error.fields : {};
  const facts = [
    [t('email'), employee.email],
    [t('level'), levels(employee.level)],
    [t('centers'), employee.serviceCenter.map(({ name }) => name).join(', ')],
  ].filter(([, value]) => value);

  return (
    <>
      <form
        noValidate
        className={settingsFields}
        onSubmit={form.handleSubmit((body) => {
          if (!save.isPending) save.mutate({ body, dp: picture, sent: form.getValues() });
        })}
        onKeyDown={submitOnCtrlEnter}
      >
        <RestoredLine draft={draft} />
        <PictureInput
          isPortrait
          label={t('picture')}
          file={picture}
          onChange={(file) => {
            save.reset();
            setPicture(file);
          }}
          present={<Portrait name={employee.name} dp={employee.dp} size={48} />}
          onRemovePresent={employee.dp ? () => save.mutate({ body: { dp: null } }) : undefined}
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
        <dl className={classes.facts}>
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <FormFailure error={save.error} form={form} others={['dp']} />
        <Button type="submit" loading={save.isPending} disabled={!isDirty}>
          {t('save')}
        </Button>
      </form>
      {guard.question}
    </>
  );
}
