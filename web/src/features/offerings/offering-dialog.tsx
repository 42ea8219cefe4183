import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import toast from 'react-hot-toast';
import { useTranslations } from 'use-intl';
import { type CreateOfferingBody, createOfferingBody, type OfferingInUse } from '#contract/offerings.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { DialogLoading } from '#web/ui/dialog-loading.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { showFieldErrors } from '#web/ui/show-field-errors.ts';
import { leaveFreely } from '#web/ui/use-unsaved-guard.tsx';
import { OfferingFields } from './offering-fields.tsx';
import type { OfferingFormInput } from './offering-form.ts';
import { offeringQuery, useSaveOffering } from './offerings.queries.ts';

/** The modal that adds a service, campaign or parts item, or with an id updates it. */
export function OfferingDialog({ id, onClose }: { id?: string; onClose: () => void }) {
  const t = useTranslations('offerings');
  const { data, error, refetch } = useQuery({ ...offeringQuery(id ?? ''), enabled: id !== undefined });
  if (!id || data) return <OfferingForm offering={data} onClose={onClose} />;
  return (
    <DialogLoading
      title={t('update')}
      fields={2}
      error={error}
      onRetry={() => void refetch()}
      onClose={onClose}
    />
  );
}

function OfferingForm({ offering, onClose }: { offering: OfferingInUse | undefined; onClose: () => void }) {
  const t = useTranslations('offerings');
  const errorText = useErrorText();
  const [failure, setFailure] = useState<string>();
  const { mutateAsync } = useSaveOffering(offering?._id);
  const form = useForm<OfferingFormInput, unknown, CreateOfferingBody>({
    resolver: zodResolver(createOfferingBody),
    mode: 'onTouched',
    values: {
      type: offering?.type ?? 'service',
      name: offering?.name ?? '',
      location: offering?.location ?? '',
      startDate: offering?.startDate ?? '',
      endDate: offering?.endDate ?? '',
    },
    resetOptions: { keepDirtyValues: true },
  });
  const { control, formState, setValue } = form;
  const { type, startDate } = useWatch({ control });

  const save = form.handleSubmit(async (body) => {
    setFailure(undefined);
    try {
      await mutateAsync(body);
      toast.success(t(offering ? 'updated' : 'created'));
      leaveFreely(onClose);
    } catch (error) {
      if (!showFieldErrors(form, error)) setFailure(errorText(error));
    }
  });

  // Only a campaign has a place and days; what was typed for one must not go along with something else.
  const changeType = (chosen: string) => {
    if (chosen === 'campaign') return;
    for (const field of ['location', 'startDate', 'endDate'] as const)
      setValue(field, '', { shouldDirty: true });
    form.clearErrors(['location', 'startDate', 'endDate']);
  };

  return (
    <FormDialog
      title={t(offering ? 'update' : 'add')}
      submit={t(offering ? 'save' : 'submit')}
      isDirty={formState.isDirty}
      isSubmitting={formState.isSubmitting}
      isSubmitDisabled={offering && !formState.isDirty}
      onSubmit={save}
      onClose={onClose}
      notice={failure && <Notice>{failure}</Notice>}
    >
      <OfferingFields
        control={control}
        type={type ?? 'service'}
        startDate={startDate ?? ''}
        isNew={!offering}
        onType={changeType}
      />
    </FormDialog>
  );
}
