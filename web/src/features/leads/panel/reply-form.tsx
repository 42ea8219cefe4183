import { Button, InputBase } from '@mantine/core';
import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import { v4 as uuid } from 'uuid';
import { z } from 'zod';
import { maxReplyLength, sendWhatsAppReply } from '#contract/intake/whatsapp.ts';
import type { Lead } from '#contract/leads/leads.ts';
import { isWhatsAppId } from '#contract/text/whatsapp-id.ts';
import { toReplyId } from '#web/features/leads/contact/focus-ids.ts';
import { mutateAndRefetch } from '#web/lib/api/mutate.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { useField } from '#web/ui/field/fields.tsx';
import { clearSentText } from '#web/ui/form/leave.ts';
import { omitFieldErrors } from '#web/ui/form/refusals.tsx';
import { useForm } from '#web/ui/form/use-form.tsx';
import { submitOnCtrlEnter } from '#web/ui/keys/keys.ts';
import classes from './conversation.module.css';

const replyForm = z.object({ text: z.string() });

/** `hint`: the id of what says until when. */
type ReplyFormProps = { lead: Lead; isOpen: boolean; hint: string };

/** Answers what the customer has written on WhatsApp, while WhatsApp takes it. Typing is kept until sent. */
export function ReplyForm({ lead, isOpen, hint }: ReplyFormProps) {
  const t = useTranslations('leadPanel');
  const errorText = useErrorText();
  // The same until it is sent: a repeat after a lost answer sends nothing twice.
  const key = useRef(uuid());
  const { form, submit, isSaving, error } = useForm({
    schema: replyForm,
    record: { text: '' },
    draft: `replyForm:${lead._id}`,
    draftOutlivesClosing: true,
    async save({ text }, { form }) {
      if (!text.trim()) return;
      const body = { text, key: key.current };
      await mutateAndRefetch(sendWhatsAppReply, { params: { id: lead._id }, body });
      key.current = uuid();
      clearSentText(form, text);
    },
  });
  const { error: fault, ...field } = useField({ control: form.control, name: 'text' });
  const rest = omitFieldErrors(error, form);
  if (!isOpen)
    return (
      <p className="quiet">
        {t('replyOver')} {!isWhatsAppId(lead.phone) && t('replyOverChat')}
      </p>
    );
  return (
    <form noValidate onSubmit={submit} onKeyDown={submitOnCtrlEnter}>
      <div className={classes.reply}>
        <InputBase
          component="textarea"
          multiline
          rows={1}
          id={toReplyId(lead)}
          aria-label={t('reply')}
          placeholder={t('reply')}
          aria-describedby={hint}
          maxLength={maxReplyLength}
          classNames={{ root: classes.text, input: classes.lines }}
          {...field}
          error={fault ?? (rest ? errorText(rest) : undefined)}
        />
        <Button type="submit" loading={isSaving}>
          {t('sendReply')}
        </Button>
      </div>
    </form>
  );
}
