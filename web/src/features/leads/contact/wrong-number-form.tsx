import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { textLength } from '#contract/business.ts';
import type { EndpointBodyInput } from '#contract/call/endpoint.ts';
import { messages } from '#contract/call/messages.ts';
import type { logContact } from '#contract/contacts.ts';
import { listAllowedStatuses } from '#contract/leads/lead-status.ts';
import type { Lead } from '#contract/leads/leads.ts';
import { isWhatsAppId } from '#contract/text/whatsapp-id.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { useDealer } from '#web/lib/dealer/dealer.queries.ts';
import { useContractText } from '#web/lib/i18n/use-texts.ts';
import { serverClock } from '#web/lib/live/server-clock.ts';
import { useDraftState } from '#web/ui/form/drafts.tsx';
import { FormFailure } from '#web/ui/form/refusals.tsx';
import { useIsPhone } from '#web/ui/frame/use-is-phone.ts';
import { isFocusLost } from '#web/ui/keys/focus-return.ts';
import { KeyButton } from '#web/ui/keys/key-button.tsx';
import { toCallId, toReplyId } from './focus-ids.ts';
import classes from './outcome-form.module.css';
import { getTryAgainTime } from './try-again.ts';
import { useStepBack } from './use-step-back.ts';

const nextStepKeys = { correct: '1', whatsApp: '2', email: '3', lost: '4', later: '5' } as const;
type NextStep = keyof typeof nextStepKeys;
type AskedStep = Extract<NextStep, 'correct' | 'lost'>;

/** The rest of what is logged with a wrong number; `staysOpen`: the user goes on with this lead. */
export type WrongNumberAnswer = {
  body: Pick<EndpointBodyInput<typeof logContact>, 'phone' | 'move' | 'version' | 'tryAgainAt'>;
  staysOpen: boolean;
};

type WrongNumberFormProps = {
  lead: Lead;
  note: string;
  mayReply: boolean;
  isSaving: boolean;
  error: unknown;
  onNote: (note: string) => void;
  /** Resolves to whether it was logged. */
  onGive: (answer: WrongNumberAnswer) => Promise<boolean>;
  onBack: () => void;
};

type Typed = { asked?: AskedStep; phone?: string; reason?: string };

const nothing: Typed = {};

/** Asks what to do about a wrong number, and logs it with that. */
export function WrongNumberForm(props: WrongNumberFormProps) {
  const { lead, note, mayReply, isSaving, error, onNote, onGive, onBack } = props;
  const t = useTranslations('leadContact.wrong');
  const ui = useTranslations('ui');
  const text = useContractText();
  const { timeZone } = useDealer();
  const [typed, setTyped] = useDraftState<Typed>(`wrongNumber:${lead._id}`, nothing, {
    outlivesClosing: true,
  });
  const [fault, setFault] = useState<string>();
  const { asked } = typed;
  const phone = typed.phone ?? (isWhatsAppId(lead.phone) ? '' : lead.phone);
  const reason = typed.reason ?? t('reason');
  const form = useFocusOf(asked);
  const ask = (asked: AskedStep | undefined) => {
    setFault(undefined);
    setTyped({ ...typed, asked });
  };
  useStepBack(() => (asked ? ask(undefined) : onBack()));

  const give = async (body: WrongNumberAnswer['body'], staysOpen = false): Promise<boolean> => {
    const isLogged = await onGive({ body, staysOpen });
    if (isLogged) setTyped(nothing);
    return isLogged;
  };
  const giveAndFocus = async (body: WrongNumberAnswer['body'], id: string) => {
    if (await give(body, true)) setTimeout(() => document.getElementById(id)?.focus());
  };
  const { version } = lead;
  const remindTomorrow = () => ({
    tryAgainAt: getTryAgainTime('tomorrow', serverClock.now(), timeZone)?.toISOString(),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isLost = asked === 'lost';
    const missing = isLost ? messages.lostReasonMissing : messages.required;
    const given = (isLost ? reason : phone).trim();
    const refusal =
      given === '' ? missing : !isLost && given === lead.phone ? messages.phoneUnchanged : undefined;
    setFault(refusal);
    if (refusal !== undefined) return form.current?.querySelector('input')?.focus();
    if (isLost) void give({ move: { status: 'lostCustomer', lostReason: given }, version });
    else void giveAndFocus({ phone: given, version }, toCallId(lead));
  };
  const refusedPhone = error instanceof ApiError ? error.fields.phone : undefined;
  const shownFault = fault ?? (asked === 'correct' ? refusedPhone : undefined);
  const email = lead.email;
  const isPhone = useIsPhone();
  const steps: Partial<Record<NextStep, () => unknown>> = {
    correct: () => ask('correct'),
    ...(mayReply && { whatsApp: () => void giveAndFocus(remindTomorrow(), toReplyId(lead)) }),
    ...(email && {
      async email() {
        if (await give(remindTomorrow(), true)) window.location.assign(`mailto:${email}`);
      },
    }),
    ...(listAllowedStatuses(lead.status, false).includes('lostCustomer') && { lost: () => ask('lost') }),
    later: () => void give({}),
  };
  return (
    <form ref={form} noValidate className={classes.ask} onSubmit={submit} aria-label={t('title')}>
      <p className={classes.title}>
        <strong>{t('title')}</strong>
        <span className="quiet">
          {t(asked ? `asks.${asked}` : mayReply || email ? 'nextOrMessage' : 'next')}
        </span>
      </p>
      {!asked && (
        <div className={classes.choices}>
          {(Object.keys(nextStepKeys) as NextStep[]).map((step) => {
            const take = steps[step];
            return (
              take && (
                <KeyButton
                  key={step}
                  shortcut={nextStepKeys[step]}
                  label={t(`steps.${step}`)}
                  disabled={isSaving}
                  onPress={() => void take()}
                />
              )
            );
          })}
        </div>
      )}
      <div className={classes.fields}>
        {asked && (
          <TextInput
            key={asked}
            className={classes.wide}
            label={t(`fields.${asked}`)}
            type={asked === 'correct' ? 'tel' : 'text'}
            maxLength={asked === 'correct' ? textLength.pastedPhone : textLength.notes}
            autoComplete="off"
            autoFocus
            onFocus={(event) => event.currentTarget.select()}
            value={asked === 'correct' ? phone : reason}
            error={shownFault && text(shownFault)}
            onChange={({ currentTarget: { value } }) => {
              setFault(undefined);
              setTyped({ ...typed, ...(asked === 'correct' ? { phone: value } : { reason: value }) });
            }}
          />
        )}
        <TextInput
          {...(isPhone ? { 'aria-label': t('note'), placeholder: t('note') } : { label: t('note') })}
          maxLength={textLength.notes}
          autoComplete="off"
          value={note}
          onChange={(event) => onNote(event.currentTarget.value)}
          className={classes.wide}
        />
      </div>
      <FormFailure error={error} others={asked === 'correct' ? ['phone'] : []} />
      <div className={classes.end}>
        <Button
          variant="default"
          className={classes.button}
          onClick={() => (asked ? ask(undefined) : onBack())}
        >
          {t('back')}
        </Button>
        {asked && (
          <Button type="submit" className={classes.button} loading={isSaving}>
            {ui('save')}
          </Button>
        )}
      </div>
    </form>
  );
}

// What has just been pressed is gone: the first choice has the focus or, on the way back, what was chosen.
function useFocusOf(asked: AskedStep | undefined) {
  const form = useRef<HTMLFormElement>(null);
  const before = useRef<AskedStep>(undefined);
  useEffect(() => {
    const from = before.current;
    before.current = asked;
    if (asked || !isFocusLost()) return;
    const key = from ? `[aria-keyshortcuts="${nextStepKeys[from]}"]` : 'button';
    form.current?.querySelector<HTMLElement>(key)?.focus({ preventScroll: true });
  }, [asked]);
  return form;
}
