import { zodResolver } from '@hookform/resolvers/zod';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import toast from 'react-hot-toast';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { textLength } from '#contract/business.ts';
import { messages } from '#contract/messages.ts';
import { type EditMeBody, editMe } from '#contract/session.ts';
import { requiredText } from '#contract/text.ts';
import { call } from '#web/lib/api.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { type Employee, session } from '#web/lib/session.ts';
import { TextField } from '#web/ui/fields.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PictureInput } from '#web/ui/picture-input.tsx';
import { Portrait } from '#web/ui/portrait.tsx';
import { settingsFields } from '#web/ui/settings-section.tsx';
import { showFieldErrors } from '#web/ui/show-field-errors.ts';
import { submitOnCtrlEnter } from '#web/ui/submit-keys.ts';
import { useUnsavedGuard } from '#web/ui/use-unsaved-guard.tsx';
import classes from './about-form.module.css';

const aboutForm = z.object({ name: requiredText(textLength.name, messages.nameRequired) });

/** One's own name and picture, and what others decided about one: address, level and centers. */
export function AboutForm({ employee }: { employee: Employee }) {
  const t = useTranslations('profile');
  const levels = useTranslations('frame.levels');
  const errorText = useErrorText();
  const [picture, setPicture] = useState<File>();
  const form = useForm({
    resolver: zodResolver(aboutForm),
    mode: 'onTouched',
    values: { name: employee.name },
    resetOptions: { keepDirtyValues: true },
  });
  const save = useMutation({
    mutationFn: ({ body, dp }: { body: EditMeBody; dp?: File }) => call(editMe, { body, files: { dp } }),
    onSuccess(account, { body, dp }) {
      session.refresh(account);
      if (body.name !== undefined) form.reset({ name: account.name });
      if (dp) setPicture(undefined);
      toast.success(t('saved'));
    },
    onError: (error) => showFieldErrors(form, error),
  });
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
        onSubmit={form.handleSubmit((body) => !save.isPending && save.mutate({ body, dp: picture }))}
        onKeyDown={submitOnCtrlEnter}
      >
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
        {save.isError && Object.keys(faults).length === 0 && <Notice>{errorText(save.error)}</Notice>}
        <Button type="submit" loading={save.isPending} disabled={!isDirty}>
          {t('save')}
        </Button>
      </form>
      {guard.question}
    </>
  );
}
