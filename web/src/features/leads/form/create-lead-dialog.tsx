import { Anchor } from '@mantine/core';
import { useLocation, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { editLead } from '#contract/leads/leads.ts';
import { mayCall } from '#web/lib/api/may-call.ts';
import { getDraft, useDraft } from '#web/lib/browser/drafts.ts';
import { useDealer, useToday } from '#web/lib/dealer/dealer.queries.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { session, useSession } from '#web/lib/session/session.ts';
import { dialogParam, useDialogs } from '#web/lib/url/use-dialogs.ts';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import type { DialogProps } from '#web/ui/dialog/dialog-host.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { InlineNotice, Notice } from '#web/ui/feedback/notice.tsx';
import { offerAction } from '#web/ui/feedback/status-bar.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { useFormDraft } from '#web/ui/form/drafts.tsx';
import { isSameValue, leaveWithoutAsking } from '#web/ui/form/leave.ts';
import { useForm } from '#web/ui/form/use-form.tsx';
import { clearKeyBuffer } from '#web/ui/keys/key-buffer.ts';
import { KnownCaller } from './known-caller.tsx';
import {
  emptyLeadValues,
  getEditDraftName,
  type LeadFormInput,
  type LeadFormOutput,
  leadFormSchema,
} from './lead-form.ts';
import { LeadInputs } from './lead-inputs.tsx';
import { MessagePaste } from './message-paste.tsx';
import { takePrefilledPhone } from './next-phone.ts';
import { type PendingEntries, useCreateLeads } from './use-create-leads.ts';
import type { LeadEditDraft } from './use-lead-editing.ts';
import { usePreselectOffered } from './use-offered.ts';

/** The Add Lead dialog: it adds one lead after another, each while the next one is typed. */
export function CreateLeadDialog({ onClose }: DialogProps) {
  const t = useTranslations('leads');
  const errorText = useErrorText();
  const { phoneCountry } = useDealer();
  const today = useToday();
  const mayEdit = mayCall(editLead, useSession()?.level);
  const openLead = useOpenLead();
  const isOfStatus = useLocation({ select: ({ pathname }) => pathname.startsWith('/main/leadsByStatus/') });
  const { forceReplace: replaceUnguarded } = useListUrl();
  const { replaceDialog } = useDialogs();
  const { serviceCenter = '' } = useSearch({ strict: false });
  const [message, setMessage] = useState('');

  const draft = useDraft<{ values: Partial<LeadFormInput>; about: PendingEntries }>('createLead');
  const [kept] = useState(() => draft.read()?.about);
  const [blank] = useState(() => emptyLeadValues(serviceCenter));
  const { form, submit, isDirty, isSaving } = useForm<LeadFormInput, LeadFormOutput>({
    schema: leadFormSchema({ phoneCountry, today }),
    record: blank,
    save,
  });
  const leads = useCreateLeads(form, kept);
  const { key, meant, pending, refusedEntries, saved, refused } = leads;
  const [firstKey] = useState(key);
  const restored = useFormDraft(form, 'createLead', { key, meant, pending });
  const discard = () => {
    restored.discard();
    leads.forgetMeant();
  };
  const { getValues } = form;
  usePreselectOffered(form);

  useEffect(() => {
    if (pending.length > 0 || meant.length > 0)
      draft.save({ values: getValues(), about: { key, meant, pending } });
  }, [draft, getValues, key, meant, pending]);

  useEffect(() => {
    const phone = takePrefilledPhone();
    if (phone) form.setValue('phone', phone, { shouldDirty: true });
  }, [form]);

  async function save(output: LeadFormOutput) {
    const sent = getValues();
    const lead = await leads.save(output);
    if (!lead) return;
    const [next] = refusedEntries;
    if (!isSameValue(getValues(), sent) && mayEdit) {
      toast.success(t('created'));
      draft.clear();
      getDraft<LeadEditDraft<LeadFormInput>>(getEditDraftName(lead)).save({
        values: getValues(),
        about: { before: lead },
      });
      // Typing while the lead was being saved changes the lead.
      leaveWithoutAsking(() => replaceDialog('lead.edit', lead._id));
    } else if (next) {
      toast.success(t('created'));
      leads.setSaved(lead);
      leads.showBlank(sent);
      leads.goBackTo(next, next.refusal);
    } else {
      draft.clear();
      toast.success(t('created'));
      offerAction(t('createdOne', { name: lead.name }), t('open'), () => openLead(lead._id));
      leaveWithoutAsking(onClose);
    }
  }

  const saveAndGoOn = async () => {
    let valid: LeadFormOutput | undefined;
    await form.handleSubmit((output) => {
      valid = output;
    })();
    if (valid) await leads.saveAndGoOn(valid);
    else clearKeyBuffer();
  };

  // What a list of a status says of a lead is where it goes.
  const openExisting = (id: string) =>
    replaceUnguarded({ dialog: dialogParam(isOfStatus ? 'lead.move' : 'lead.edit', id) });
  const openKnown = (id: string) =>
    leaveWithoutAsking(() => replaceUnguarded({ dialog: undefined, found: id }));
  const mergeKnown = (ids: readonly string[]) =>
    leaveWithoutAsking(() =>
      replaceUnguarded({ found: ids[0], dialog: dialogParam('leads.merge', ids.join('.')) }),
    );

  return (
    <FormDialog
      title={t('addLead')}
      submit={t('addLead')}
      otherSubmit={{ label: t('saveAndAddAnother'), onSubmit: () => void saveAndGoOn(), goesOn: true }}
      isDirty={isDirty || pending.length > 0 || message.trim() !== ''}
      isSubmitting={isSaving}
      onSubmit={submit}
      onClose={onClose}
      // Another lead came into the form: what was restored is not in it.
      draft={{ ...restored, isRestored: restored.isRestored && key === firstKey, discard }}
      notice={
        <>
          {saved && (
            <InlineNotice action={t('open')} onAction={() => openLead(saved._id)}>
              {t('savedOne', { name: saved.name, phone: saved.phone })}
            </InlineNotice>
          )}
          {refusedEntries.map((entry) => (
            <Notice key={entry.key}>
              {t('notSavedOne', { name: entry.values.name || t('unnamed') })}{' '}
              {entry.refusal ? errorText(entry.refusal) : ''}{' '}
              <Anchor component="button" type="button" onClick={() => leads.goBackTo(entry, entry.refusal)}>
                {t('goBackTo')}
              </Anchor>
            </Notice>
          ))}
        </>
      }
      failure={
        refused && (
          <Notice>
            {refused.text}{' '}
            {refused.existing && (
              <Anchor
                component="button"
                type="button"
                onClick={() => refused.existing && openExisting(refused.existing._id)}
              >
                {t('openCreated')}
              </Anchor>
            )}
          </Notice>
        )
      }
    >
      <MessagePaste form={form} entry={key} message={message} onMessage={setMessage}>
        <LeadInputs
          form={form}
          afterPhone={
            <KnownCaller
              form={form}
              confirmed={meant}
              onConfirm={leads.addMeant}
              onOpen={openKnown}
              onMerge={mergeKnown}
            />
          }
        />
      </MessagePaste>
    </FormDialog>
  );
}

function useOpenLead(): (id: string) => void {
  const router = useRouter();
  return useCallback(
    (id) => {
      const { pathname, search } = router.state.location;
      const isFree = !('dialog' in search || 'lead' in search);
      const mayEdit = mayCall(editLead, session.get()?.level);
      const dialog = dialogParam(mayEdit ? 'lead.edit' : 'lead.move', id);
      if (pathname === (mayEdit ? '/main/leads' : '/main/leadsByStatus/pending'))
        void router.navigate({
          to: '.',
          search: (old) => ({ ...old, dialog }),
          resetScroll: false,
          state: { isOpenedHere: isFree },
        });
      else if (mayEdit) void router.navigate({ to: '/main/leads', search: { dialog } });
      else
        void router.navigate({
          to: '/main/leadsByStatus/$status',
          params: { status: 'pending' },
          search: { dialog },
        });
    },
    [router],
  );
}
