import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import type { EndpointReply } from '#contract/call/endpoint.ts';
import { messages } from '#contract/call/messages.ts';
import {
  editRetention,
  getRetention,
  previewRetention,
  retention,
  type Retention as Terms,
} from '#contract/privacy/retention.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { mutateIntoCache } from '#web/lib/api/mutate.ts';
import { confirm } from '#web/ui/dialog/confirm.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { TextField } from '#web/ui/field/fields.tsx';
import { adoptSavedValues } from '#web/ui/form/leave.ts';
import { FormFailure, showFieldErrors } from '#web/ui/form/refusals.tsx';
import { SettingsForm } from '#web/ui/form/settings-form.tsx';
import { useForm } from '#web/ui/form/use-form.tsx';
import { Loaded } from '#web/ui/list/list-states.tsx';

const typedNumber = z.string().transform((text, check) => {
  const typed = text.trim();
  if (typed === '') return null;
  if (/^\d+$/.test(typed)) return Number(typed);
  check.addIssue(messages.notWhole);
  return z.NEVER;
});
const typedTerms = z.object({
  archivedMonths: typedNumber.pipe(retention.shape.archivedMonths),
  auditMonths: typedNumber.pipe(retention.shape.auditMonths),
  pictureMonths: typedNumber.pipe(retention.shape.pictureMonths),
  pictureMegabytes: typedNumber.pipe(retention.shape.pictureMegabytes),
});

const asTyped = ({ archivedMonths, auditMonths, pictureMonths, pictureMegabytes }: Terms) => ({
  archivedMonths: archivedMonths?.toString() ?? '',
  auditMonths: auditMonths?.toString() ?? '',
  pictureMonths: pictureMonths?.toString() ?? '',
  pictureMegabytes: pictureMegabytes.toString(),
});

const previewQuery = ({ archivedMonths, auditMonths, pictureMonths }: Terms) =>
  endpointQuery(previewRetention, {
    query: {
      archivedMonths: archivedMonths ?? undefined,
      auditMonths: auditMonths ?? undefined,
      pictureMonths: pictureMonths ?? undefined,
    },
  });

type Preview = EndpointReply<typeof previewRetention>;

const isHarmful = ({ leads, entries, pictures }: Preview) => leads + entries + pictures > 0;

const countsOf = ({ leads, entries, pictures, isCapped }: Preview) => ({
  leads,
  moreLeads: isCapped.leads ? 1 : 0,
  entries,
  moreEntries: isCapped.entries ? 1 : 0,
  pictures,
  morePictures: isCapped.pictures ? 1 : 0,
});

/** The form of how long personal data are kept, with what a shorter term would erase. */
export function RetentionSettings() {
  return (
    <Loaded query={useQuery(endpointQuery(getRetention))}>
      {(terms) => <RetentionForm terms={terms} />}
    </Loaded>
  );
}

const fields = ['archivedMonths', 'auditMonths', 'pictureMonths', 'pictureMegabytes'] as const;

function RetentionForm({ terms }: { terms: Terms }) {
  const t = useTranslations('settings.retention');
  const client = useQueryClient();
  const { form, submit, isDirty, isSaving, error } = useForm({
    schema: typedTerms,
    record: asTyped(terms),
    async save(body) {
      // The answer on screen may be for earlier values.
      const found = await client.fetchQuery(previewQuery(body));
      if (isHarmful(found)) askFirst(body, found);
      else keep.mutate(body);
    },
  });
  const askFirst = (body: Terms, found: Preview) =>
    confirm({
      title: t('confirmTitle'),
      text: `${t('now', countsOf(found))} ${t('final')}`,
      confirm: t('confirm'),
      isDestructive: true,
      isCancelFirst: true,
      // The form says why not.
      act: () => keep.mutateAsync(body).catch(() => undefined),
    });
  const wished = typedTerms.safeParse(useWatch({ control: form.control })).data;
  const { data: preview } = useQuery({
    ...previewQuery(wished ?? terms),
    placeholderData: keepPreviousData,
    enabled: wished !== undefined,
  });
  const keep = useMutation({
    mutationFn: (body: Terms) => mutateIntoCache(editRetention, { body }, getRetention),
    onSuccess(kept, sent) {
      adoptSavedValues(form, asTyped(sent), asTyped(kept));
      toast.success(t('saved'));
    },
    onError: (error) => showFieldErrors(form, error),
  });
  return (
    <SettingsForm
      edited={{
        submit,
        isDirty,
        isSaving: isSaving || keep.isPending,
        failure: <FormFailure error={keep.error ?? error} form={form} />,
      }}
      texts={{ save: t('save') }}
    >
      {fields.map((name) => (
        <TextField
          key={name}
          control={form.control}
          name={name}
          label={t(name)}
          description={name === 'archivedMonths' && t('archivedMonthsWhy')}
          placeholder={name === 'pictureMegabytes' ? undefined : t('never')}
          inputMode="numeric"
          maxLength={3}
          autoComplete="off"
        />
      ))}
      {wished && preview && (
        <p className="quiet" role="status">
          {isHarmful(preview) ? t('now', countsOf(preview)) : t('nothingNow')}
        </p>
      )}
    </SettingsForm>
  );
}
