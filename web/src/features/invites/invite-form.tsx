import { Button } from '@mantine/core';
import type { ComponentType, Ref } from 'react';
import { useController } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { textLength } from '#contract/business.ts';
import type { EndpointBodyInput } from '#contract/call/endpoint.ts';
import { createInvite, createInviteBody, type SentInvite } from '#contract/invites.ts';
import { levels } from '#contract/levels.ts';
import { mutate } from '#web/lib/api/mutate.ts';
import { useContractText, useErrorText } from '#web/lib/i18n/use-texts.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { SelectField, TextField } from '#web/ui/field/fields.tsx';
import { RestoredLine } from '#web/ui/form/drafts.tsx';
import { useShownField } from '#web/ui/form/shown-fields.ts';
import { useForm } from '#web/ui/form/use-form.tsx';
import classes from './invites.module.css';

type CenterChoiceComponent = ComponentType<{
  value: readonly string[];
  onChange: (value: string[]) => void;
  error: string | undefined;
  ref: Ref<HTMLFieldSetElement>;
}>;

const noInvite: EndpointBodyInput<typeof createInvite> = {
  email: '',
  level: 'unassigned',
  serviceCenter: [],
};

type InviteFormProps = { onInvited: (invite: SentInvite) => void; CenterChoice: CenterChoiceComponent };

/** Invites somebody by email; `onInvited` gets the invitation with its link. */
export function InviteForm({ onInvited, CenterChoice }: InviteFormProps) {
  const t = useTranslations('invites');
  const levelNames = useTranslations('frame.levels');
  const text = useContractText();
  const errorText = useErrorText();
  const { form, submit, isSaving, draft } = useForm({
    schema: createInviteBody,
    record: noInvite,
    draft: 'invite',
    async save(body, { show }) {
      const sending = mutate(createInvite, { body });
      toast.promise(sending, { loading: t('inviting'), success: t('invited'), error: errorText });
      onInvited(await sending);
      show(noInvite);
    },
  });
  const { control } = form;
  const centers = useController({ control, name: 'serviceCenter' });
  useShownField(control, 'serviceCenter');
  const fault = form.formState.errors.serviceCenter;

  return (
    <form noValidate className={classes.form} onSubmit={submit}>
      <RestoredLine draft={draft} />
      <TextField
        className={classes.email}
        control={control}
        name="email"
        label={t('email')}
        placeholder={t('placeholder')}
        type="email"
        maxLength={textLength.email}
        autoComplete="off"
      />
      <SelectField
        className={classes.level}
        control={control}
        name="level"
        label={t('level')}
        data={levels.toReversed().map((level) => ({
          value: level,
          label: level === 'unassigned' ? t('levelLater') : levelNames(level),
        }))}
        onChoose={() => form.setValue('serviceCenter', [])}
      />
      <Button type="submit" className={classes.submit} loading={isSaving}>
        {t('invite')}
      </Button>
      {form.watch('level') === 'service' && (
        <div className={classes.centers}>
          <CenterChoice
            ref={centers.field.ref}
            value={centers.field.value ?? []}
            onChange={(chosen) => {
              centers.field.onChange(chosen);
              form.clearErrors('serviceCenter');
            }}
            error={fault?.message && text(fault.message)}
          />
        </div>
      )}
    </form>
  );
}
