import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { createOfferingBody, type OfferingInUse } from '#contract/offerings.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { LoadedDialog } from '#web/ui/dialog/loaded-dialog.tsx';
import { useRecordForm } from '#web/ui/form/use-record-form.tsx';
import { OfferingFields } from './offering-fields.tsx';
import { offeringQuery, useSaveOffering } from './offerings.queries.ts';

/** The dialog that adds a service, campaign or parts item or, given an id, updates it. */
export function OfferingDialog({ id, onClose }: { id?: string; onClose: () => void }) {
  const t = useTranslations('offerings');
  const query = useQuery({ ...offeringQuery(id ?? ''), enabled: id !== undefined });
  if (!id) return <OfferingForm onClose={onClose} />;
  return (
    <LoadedDialog query={query} title={t('update')} fields={2} onClose={onClose}>
      {(offering) => <OfferingForm offering={offering} onClose={onClose} />}
    </LoadedDialog>
  );
}

function OfferingForm({ offering, onClose }: { offering?: OfferingInUse; onClose: () => void }) {
  const t = useTranslations('offerings');
  const { mutateAsync } = useSaveOffering(offering?._id);
  const { form, field, dialog } = useRecordForm({
    schema: createOfferingBody,
    values: {
      type: offering?.type ?? 'service',
      name: offering?.name ?? '',
      location: offering?.location ?? '',
      startDate: offering?.startDate ?? '',
      endDate: offering?.endDate ?? '',
    },
    lastModifiedBy: offering?.lastModifiedBy,
    isNew: !offering,
    draft: `offering:${offering?._id ?? 'new'}`,
    nameOf: (field) => t(`fields.${field}`),
    save: (body) => mutateAsync(body),
    saved: t(offering ? 'updated' : 'created'),
    onClose,
  });

  return (
    <FormDialog {...dialog} title={t(offering ? 'update' : 'add')} submit={t(offering ? 'save' : 'submit')}>
      <OfferingFields form={form} field={field} isNew={!offering} />
    </FormDialog>
  );
}
