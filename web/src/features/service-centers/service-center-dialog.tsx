import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import toast from 'react-hot-toast';
import { useTranslations } from 'use-intl';
import { textLength } from '#contract/business.ts';
import { createServiceCenterBody, type ServiceCenterInUse } from '#contract/service-centers.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { DialogLoading } from '#web/ui/dialog-loading.tsx';
import { TextField } from '#web/ui/fields.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { showFieldErrors } from '#web/ui/show-field-errors.ts';
import { leaveFreely } from '#web/ui/use-unsaved-guard.tsx';
import { serviceCenterQuery, useSaveServiceCenter } from './service-centers.queries.ts';

/** The Create Service Center modal, or with an id the Update Service Center modal. */
export function ServiceCenterDialog({ id, onClose }: { id?: string; onClose: () => void }) {
  const t = useTranslations('serviceCenters');
  const { data, error, refetch } = useQuery({ ...serviceCenterQuery(id ?? ''), enabled: id !== undefined });
  if (!id || data) return <ServiceCenterForm center={data} onClose={onClose} />;
  return (
    <DialogLoading
      title={t('update')}
      fields={3}
      error={error}
      onRetry={() => void refetch()}
      onClose={onClose}
    />
  );
}

function ServiceCenterForm({
  center,
  onClose,
}: {
  center: ServiceCenterInUse | undefined;
  onClose: () => void;
}) {
  const t = useTranslations('serviceCenters');
  const errorText = useErrorText();
  const [failure, setFailure] = useState<string>();
  const { mutateAsync } = useSaveServiceCenter(center?._id);
  const form = useForm({
    resolver: zodResolver(createServiceCenterBody),
    mode: 'onTouched',
    values: {
      name: center?.name ?? '',
      address: center?.address ?? '',
      contactNo: center?.contactNo ?? '',
    },
    resetOptions: { keepDirtyValues: true },
  });
  const { control, formState } = form;

  const save = form.handleSubmit(async (body) => {
    setFailure(undefined);
    try {
      await mutateAsync(body);
      toast.success(t(center ? 'updated' : 'created'));
      leaveFreely(onClose);
    } catch (error) {
      if (!showFieldErrors(form, error)) setFailure(errorText(error));
    }
  });

  const title = t(center ? 'update' : 'create');
  return (
    <FormDialog
      title={title}
      submit={title}
      isDirty={formState.isDirty}
      isSubmitting={formState.isSubmitting}
      isSubmitDisabled={center && !formState.isDirty}
      onSubmit={save}
      onClose={onClose}
      notice={failure && <Notice>{failure}</Notice>}
    >
      <TextField
        control={control}
        name="name"
        label={t('fields.name')}
        required
        withAsterisk={false}
        data-autofocus
        maxLength={textLength.name}
      />
      <TextField
        control={control}
        name="address"
        label={t('fields.address')}
        maxLength={textLength.line}
        autoComplete="off"
      />
      <TextField
        control={control}
        name="contactNo"
        label={t('fields.contactNo')}
        type="tel"
        maxLength={textLength.phone}
        autoComplete="off"
      />
    </FormDialog>
  );
}
