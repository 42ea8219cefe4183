import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { textLength } from '#contract/business.ts';
import {
  createServiceCenter,
  createServiceCenterBody,
  editServiceCenter,
  getServiceCenter,
  type ServiceCenterWithOpenLeads,
} from '#contract/service-centers.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { mutate } from '#web/lib/api/mutate.ts';
import { useDealer } from '#web/lib/dealer/dealer.queries.ts';
import { formatTypedPhone } from '#web/lib/format/phone.ts';
import type { DialogProps } from '#web/ui/dialog/dialog-host.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { RecordDialog } from '#web/ui/dialog/lazy-dialog.tsx';
import { TextField } from '#web/ui/field/fields.tsx';
import { useForm } from '#web/ui/form/use-form.tsx';

/** Adds a service center, or edits the one with this id. */
export function ServiceCenterDialog({ id, onClose }: DialogProps) {
  const t = useTranslations('serviceCenters');
  const query = useQuery({
    ...endpointQuery(getServiceCenter, { params: { id } }),
    enabled: id !== '',
  });
  if (!id) return <ServiceCenterForm onClose={onClose} />;
  return (
    <RecordDialog query={query} title={t('update')} fields={3} onClose={onClose}>
      {(center) => <ServiceCenterForm center={center} onClose={onClose} />}
    </RecordDialog>
  );
}

function ServiceCenterForm({
  center,
  onClose,
}: {
  center?: ServiceCenterWithOpenLeads;
  onClose: () => void;
}) {
  const t = useTranslations('serviceCenters');
  const { phoneCountry } = useDealer();
  const { field, dialog } = useForm({
    schema: createServiceCenterBody,
    record: {
      name: center?.name ?? '',
      address: center?.address ?? '',
      contactNo: center?.contactNo ?? '',
    },
    lastModifiedBy: center?.lastModifiedBy,
    isNew: !center,
    draft: `serviceCenter:${center?._id ?? 'new'}`,
    nameOf: (field) => t(`fields.${field}`),
    save: (body) =>
      center
        ? mutate(editServiceCenter, { params: { id: center._id }, body })
        : mutate(createServiceCenter, { body }),
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
        format={(typed) => formatTypedPhone(typed, phoneCountry)}
        autoComplete="off"
      />
    </FormDialog>
  );
}
