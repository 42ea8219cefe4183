import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { textLength } from '#contract/business.ts';
import { createServiceCenterBody, type ServiceCenterInUse } from '#contract/service-centers.ts';
import { formatTyped } from '#web/lib/format/phone.ts';
import { useDealer } from '#web/lib/session/dealer.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { LoadedDialog } from '#web/ui/dialog/loaded-dialog.tsx';
import { TextField } from '#web/ui/field/fields.tsx';
import { useRecordForm } from '#web/ui/form/use-record-form.tsx';
import { serviceCenterQuery, useSaveServiceCenter } from './service-centers.queries.ts';

export function ServiceCenterDialog({ id, onClose }: { id?: string; onClose: () => void }) {
  const t = useTranslations('serviceCenters');
  const query = useQuery({ ...serviceCenterQuery(id ?? ''), enabled: id !== undefined });
  if (!id) return <ServiceCenterForm onClose={onClose} />;
  return (
    <LoadedDialog query={query} title={t('update')} fields={3} onClose={onClose}>
      {(center) => <ServiceCenterForm center={center} onClose={onClose} />}
    </LoadedDialog>
  );
}

function ServiceCenterForm({ center, onClose }: { center?: ServiceCenterInUse; onClose: () => void }) {
  const t = useTranslations('serviceCenters');
  const { phoneCountry } = useDealer();
  const { mutateAsync } = useSaveServiceCenter(center?._id);
  const { field, dialog } = useRecordForm({
    schema: createServiceCenterBody,
    values: {
      name: center?.name ?? '',
      address: center?.address ?? '',
      contactNo: center?.contactNo ?? '',
    },
    lastModifiedBy: center?.lastModifiedBy,
    isNew: !center,
    draft: `serviceCenter:${center?._id ?? 'new'}`,
    nameOf: (field) => t(`fields.${field}`),
    save: (body) => mutateAsync(body),
    saved: t(center ? 'updated' : 'created'),
    onClose,
  });
  const title = t(center ? 'update' : 'create');

  return (
    <FormDialog {...dialog} title={title} submit={title}>
      <TextField
        {...field('name')}
        required
        withAsterisk={false}
        data-autofocus
        maxLength={textLength.name}
      />
      <TextField {...field('address')} maxLength={textLength.line} autoComplete="off" />
      <TextField
        {...field('contactNo')}
        type="tel"
        maxLength={textLength.pastedPhone}
        format={(typed) => formatTyped(typed, phoneCountry)}
        autoComplete="off"
      />
    </FormDialog>
  );
}
