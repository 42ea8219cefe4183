import { Button, InputBase } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { v4 as uuid } from 'uuid';
import type { EndpointBodyInput } from '#contract/call/endpoint.ts';
import { maxReplyLength, sendWhatsAppReply } from '#contract/intake/whatsapp.ts';
import type { Lead } from '#contract/leads/leads.ts';
import { isWhatsAppId } from '#contract/text/whatsapp-id.ts';
import { mutateAndRefetch } from '#web/lib/api/mutate.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { serverClock } from '#web/lib/live/server-clock.ts';
import { useDraftText } from '#web/ui/form/drafts.tsx';
import { submitOnCtrlEnter } from '#web/ui/keys/keys.ts';
import classes from './lead-timeline.module.css';

type ReplyFormProps = { lead: Lead; openUntil: string };

/** Answers what the customer has written on WhatsApp, while WhatsApp takes it. Typing is kept until sent. */
export function ReplyForm({ lead, openUntil }: ReplyFormProps) {
  const t = useTranslations('leadPanel');
  const formats = useFormats();
  const errorText = useErrorText();
  const hint = useId();
  const [text, setText, takeOut] = useDraftText(`reply:${lead._id}`);
  const [failure, setFailure] = useState<string>();
  // The same until it is sent: a repeat after a lost answer sends nothing twice.
  const key = useRef(uuid());
  const send = useMutation({
    mutationFn: (body: EndpointBodyInput<typeof sendWhatsAppReply>) =>
      mutateAndRefetch(sendWhatsAppReply, { params: { id: lead._id }, body }),
  });
  if (Date.parse(openUntil) <= serverClock.now().getTime())
    return (
      <p className="quiet">
        {t('replyOver')} {!isWhatsAppId(lead.phone) && t('replyOverChat')}
      </p>
    );

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!text.trim() || send.isPending) return;
    setFailure(undefined);
    try {
      await send.mutateAsync({ text, key: key.current });
      key.current = uuid();
      takeOut(text);
    } catch (error) {
      setFailure(errorText(error));
    }
  };
  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} onKeyDown={submitOnCtrlEnter}>
      <InputBase
        component="textarea"
        multiline
        rows={2}
        label={t('reply')}
        aria-describedby={hint}
        maxLength={maxReplyLength}
        value={text}
        error={failure}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className={classes.reply}>
        <p id={hint} className="quiet">
          {t('replyUntil', { moment: formats.moment(openUntil) })}
        </p>
        <Button type="submit" size="xs" loading={send.isPending}>
          {t('sendReply')}
        </Button>
      </div>
    </form>
  );
}
