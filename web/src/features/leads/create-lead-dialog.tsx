import { zodResolver } from '@hookform/resolvers/zod';
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import toast from 'react-hot-toast';
import { useTranslations } from 'use-intl';
import { v4 as uuid } from 'uuid';
import { type Lead, lead as leadSchema } from '#contract/leads.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { activeCentersQuery } from '#web/lib/choices.ts';
import { useDealer, useToday } from '#web/lib/dealer.ts';
import { useDraft } from '#web/lib/drafts.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { showFieldErrors } from '#web/ui/show-field-errors.ts';
import { leaveFreely } from '#web/ui/use-unsaved-guard.tsx';
import { LeadFields } from './lead-fields.tsx';
import { emptyLead, type LeadFormInput, type LeadFormOutput, leadFormSchema } from './lead-form.ts';
import { useCreateLead } from './leads.queries.ts';

type CreateLeadDialogProps = {
  /** The center to begin with. */
  serviceCenter: string | undefined;
  onClose: () => void;
  /** Opens a lead that turned out to be recorded already. */
  onOpen: (id: string) => void;
};

/** The Add Lead modal. Whatever fails, what was typed stays. */
export function CreateLeadDialog({ serviceCenter, onClose, onOpen }: CreateLeadDialogProps) {
  const t = useTranslations('leads');
  const errorText = useErrorText();
  const { phoneCountry } = useDealer();
  const today = useToday();
  const { data: centers } = useQuery(activeCentersQuery);
  const only = centers?.serviceCenters.length === 1 ? centers.serviceCenters[0]?._id : undefined;
  const draft = useDraft<{ values: LeadFormInput; key: string }>('createLead');
  const [key] = useState(() => draft.read()?.key ?? uuid());
  const [notice, setNotice] = useState<{ text: string; existing?: Lead }>();
  const create = useCreateLead();

  const form = useForm<LeadFormInput, unknown, LeadFormOutput>({
    resolver: zodResolver(leadFormSchema({ phoneCountry, today })),
    mode: 'onTouched',
    defaultValues: emptyLead(serviceCenter ?? ''),
  });
  const { formState, setValue, getValues, reset, subscribe } = form;

  useEffect(() => {
    const kept = draft.read();
    if (kept) reset(kept.values, { keepDefaultValues: true });
    return subscribe({ formState: { values: true }, callback: ({ values }) => draft.keep({ values, key }) });
  }, [draft, reset, subscribe, key]);

  useEffect(() => {
    if (only && !getValues('serviceCenter')) setValue('serviceCenter', only);
  }, [only, getValues, setValue]);

  const save = form.handleSubmit(async ({ type: _type, ...body }) => {
    setNotice(undefined);
    try {
      const lead = await create.mutateAsync({ body, key });
      if (!lead?._id) throw new ApiError(0, 'bad_request', '');
      draft.forget();
      toast.success(t('created'));
      leaveFreely(onClose);
    } catch (error) {
      const existing =
        error instanceof ApiError && error.status === 409
          ? leadSchema.safeParse(error.current).data
          : undefined;
      if (existing) setNotice({ text: t('alreadyCreated'), existing });
      else if (!showFieldErrors(form, error)) setNotice({ text: errorText(error) });
      toast.error(t('notCreated'));
    }
  });

  return (
    <FormDialog
      title={t('addLead')}
      submit={t('addLead')}
      isDirty={formState.isDirty}
      isSubmitting={formState.isSubmitting}
      onSubmit={save}
      onClose={onClose}
      notice={
        notice && (
          <Notice>
            {notice.text}{' '}
            {notice.existing && (
              <Anchor
                component="button"
                type="button"
                onClick={() => notice.existing && onOpen(notice.existing._id)}
              >
                {t('openCreated')}
              </Anchor>
            )}
          </Notice>
        )
      }
    >
      <LeadFields form={form} />
    </FormDialog>
  );
}
