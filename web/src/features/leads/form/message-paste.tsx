import { Button, InputBase } from '@mantine/core';
import {
  type ClipboardEvent,
  type FocusEvent,
  type FormEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { textLength } from '#contract/business.ts';
import type { MessageField } from '#contract/intake/read-message.ts';
import { platforms } from '#contract/leads/leads.ts';
import { useLeadInputName } from '#web/features/leads/record/lead-fields.tsx';
import { lazyModule } from '#web/lib/browser/lazy-module.ts';
import { useDealer, useToday } from '#web/lib/dealer/dealer.queries.ts';
import { formatTypedPhone } from '#web/lib/format/phone.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { CheckBox } from '#web/ui/choice/check-list.tsx';
import { InlineNotice } from '#web/ui/feedback/notice.tsx';
import { insertText } from '#web/ui/keys/key-buffer.ts';
import { findInsertedText, isPastedMessage } from './is-message.ts';
import { type LeadForm, useLeadCenters } from './lead-inputs.tsx';
import classes from './message-paste.module.css';

type MessagePasteProps = {
  form: LeadForm;
  // Which lead is in the form: what was filled in for one is not undone in the next.
  entry: string;
  message: string;
  onMessage: (message: string) => void;
  children: ReactNode;
};

type Readable = HTMLInputElement | HTMLTextAreaElement;

const reader = lazyModule(() => import('#contract/intake/read-message.ts'));

const part = { 'data-message-part': '' };

const isOwn = (target: EventTarget) => target instanceof HTMLElement && target.dataset.message !== undefined;
const isReadable = (target: EventTarget): target is Readable =>
  target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;

/**
 * Reads a message that arrives at once in any field, pasted or by a phone's keyboard, or stands in its own; filling in
 * can be undone.
 */
export function MessagePaste({ form, entry, message, onMessage, children }: MessagePasteProps) {
  const t = useTranslations('leads');
  const ui = useTranslations('ui');
  const inputName = useLeadInputName();
  const formats = useFormats();
  const { phoneCountry } = useDealer();
  const today = useToday();
  const centers = useLeadCenters() ?? [];
  const [isAsking, setAsking] = useState(false);
  const [isNothing, setNothing] = useState(false);
  const [offering, setOffering] = useState<OfEntry>();
  // What is offered for one lead and not taken is offered for the next, over what that has.
  const offered =
    offering?.entry === entry ? offering.fields : offering && withPresent(form, offering.fields);
  const [filling, setFilling] = useState<OfEntry>();
  const filled = useStillFilled(form, filling?.entry === entry ? filling.fields : none);

  const read = async (text: string, isIntoNotes: boolean): Promise<Offered[]> => {
    const { readMessage, messageFields } = await reader.fetch();
    const { phone, ...facts } = readMessage(text, { country: phoneCountry, today, centers });
    const said = { ...facts, phone: phone && (await formatTypedPhone(phone, phoneCountry)) };
    const present = (field: Offered['field']) => form.getValues(field) ?? '';
    const found = messageFields.flatMap((field) => {
      const value = said[field];
      return value && value !== present(field) ? [{ field, value, present: present(field) }] : [];
    });
    const notes = {
      field: 'notes',
      value: text.trim().slice(0, textLength.notes),
      present: present('notes'),
    } as const;
    return found.length > 0 && !isIntoNotes ? [...found, notes] : found;
  };
  const offer = (found: Offered[]) => {
    if (found.length === 0) return;
    setFilling(undefined);
    setOffering({ entry, fields: found });
    setAsking(false);
  };
  const readOwn = async (text: string) => {
    const found = await read(text, false).catch(() => []);
    setNothing(found.length === 0);
    offer(found);
  };

  const paste = async (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain');
    const { target } = event;
    if (isOwn(target) || !isPastedMessage(text)) return;
    const isIntoNotes = target instanceof HTMLTextAreaElement;
    if (!isIntoNotes) event.preventDefault();
    const found = await read(text, isIntoNotes).catch(() => []);
    if (found.length === 0 && !isIntoNotes) insertText(target, text.replace(/\s+/g, ' ').trim());
    offer(found);
  };
  const arrive = async ({ target, nativeEvent }: FormEvent) => {
    if (!isReadable(target) || !(nativeEvent instanceof InputEvent)) return;
    const before = isOwn(target) ? message : String(form.getValues(target.name as 'name') ?? '');
    const text = findInsertedText(before, target.value, nativeEvent);
    // The field's own handler comes after this one, and would put back what is taken out here.
    await new Promise((resolve) => setTimeout(resolve));
    if (isOwn(target)) {
      if (isPastedMessage(text) || nativeEvent.inputType === 'insertFromPaste') await readOwn(target.value);
      return;
    }
    if (!isPastedMessage(text) || nativeEvent.inputType === 'insertFromPaste') return;
    const isIntoNotes = target instanceof HTMLTextAreaElement;
    // As if it had been pasted: the field keeps what it had.
    const keep = () => form.setValue(target.name as 'name', before, { shouldDirty: true });
    const found = await read(text, isIntoNotes).catch(() => []);
    if (found.length === 0) return;
    if (!isIntoNotes) keep();
    offer(isIntoNotes ? found : await read(text, false));
  };
  const leave = (event: FocusEvent) => {
    const isForMessage =
      event.relatedTarget instanceof Element && event.relatedTarget.closest('[data-message-part]');
    if (isForMessage && isReadable(event.target) && event.target.value === '') event.stopPropagation();
  };

  const write = (fields: { field: Offered['field']; value: string }[]) => {
    for (const { field, value } of fields)
      form.setValue(field, value, { shouldDirty: true, shouldValidate: value !== '' });
  };
  const fill = (chosen: Offered[]) => {
    write(chosen);
    onMessage('');
    setOffering(undefined);
    setFilling({ entry, fields: chosen });
    form.setFocus(chosen[0]?.field ?? 'name');
  };
  const undo = () => {
    write(filled.map(({ field, present }) => ({ field, value: present })));
    form.clearErrors(filled.map(({ field }) => field));
    setFilling(undefined);
    form.setFocus('name');
  };
  const dismiss = () => {
    setOffering(undefined);
    if (message) setAsking(true);
    else form.setFocus('name');
  };
  const names = formats.all(filled.map(({ field }) => inputName(field)));

  return (
    <div
      className={classes.fields}
      onPasteCapture={(event) => void paste(event)}
      onInputCapture={(event) => void arrive(event)}
      onBlurCapture={leave}
    >
      {offered && offered.length > 0 && (
        <div {...part}>
          <MessageOffer key={entry} offered={offered} onFill={fill} onDismiss={dismiss} />
        </div>
      )}
      {filled.length > 0 && (
        <InlineNotice action={ui('undo')} onAction={undo}>
          {t('message.filled', { fields: names })}
        </InlineNotice>
      )}
      {children}
      {isAsking ? (
        <div {...part} className={classes.own}>
          <InputBase
            component="textarea"
            multiline
            autoFocus
            data-message
            label={t('message.paste')}
            description={t(isNothing ? 'message.nothing' : 'message.why')}
            rows={3}
            value={message}
            onChange={(event) => {
              setNothing(false);
              onMessage(event.currentTarget.value);
            }}
          />
          {message.trim() && (
            <Button variant="default" onClick={() => void readOwn(message)}>
              {t('message.read')}
            </Button>
          )}
        </div>
      ) : (
        !offered?.length && (
          <button
            type="button"
            className={classes.ask}
            {...part}
            // The field in use keeps the focus, as a press may be taken back.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => setAsking(true)}
          >
            {t('message.paste')}
          </button>
        )
      )}
    </div>
  );
}

type Offered = { field: MessageField | 'notes'; value: string; present: string };

type OfEntry = { entry: string; fields: Offered[] };

const none: Offered[] = [];

function withPresent(form: LeadForm, fields: Offered[]): Offered[] {
  return fields
    .map((one) => ({ ...one, present: form.getValues(one.field) ?? '' }))
    .filter(({ value, present }) => value !== present);
}

function useStillFilled(form: LeadForm, fields: Offered[]): Offered[] {
  useWatch({ control: form.control });
  return fields.filter(({ field, value }) => form.getValues(field) === value);
}

type MessageOfferProps = {
  offered: Offered[];
  onFill: (chosen: Offered[]) => void;
  onDismiss: () => void;
};

function useShown() {
  const t = useTranslations('leads');
  const formats = useFormats();
  const centers = useLeadCenters() ?? [];
  return (field: Offered['field'], value: string): string => {
    if (field === 'serviceCenter') return centers.find(({ _id }) => _id === value)?.name ?? value;
    if (field === 'appointmentDate') return formats.date(value);
    if (field === 'appointmentTime') return formats.time(value);
    const platform = platforms.find((one) => one === value);
    return field === 'platform' && platform ? t(`platforms.${platform}`) : value;
  };
}

function MessageOffer({ offered, onFill, onDismiss }: MessageOfferProps) {
  const t = useTranslations('leads');
  const inputName = useLeadInputName();
  const shown = useShown();
  const [ticked, setTicked] = useState(() =>
    offered.filter(({ present }) => !present).map(({ field }) => field),
  );
  const offer = useRef<HTMLFieldSetElement>(null);
  // The button, or the first box where each value would replace a typed one.
  useEffect(() => {
    const { current } = offer;
    const button = current?.querySelector<HTMLElement>('button:enabled[data-fill]');
    (button ?? current?.querySelector('input'))?.focus();
    // A scrolled form would keep in view what was there before.
    const frame = requestAnimationFrame(() => current?.scrollIntoView({ block: 'nearest' }));
    return () => cancelAnimationFrame(frame);
  }, []);
  const turn = (field: Offered['field'], isTicked: boolean) =>
    setTicked((all) => (isTicked ? [...all, field] : all.filter((one) => one !== field)));
  return (
    // Escape dismisses the offer, not the dialog.
    <fieldset
      ref={offer}
      className={classes.offer}
      data-mantine-stop-propagation="true"
      onKeyDown={(event) => event.key === 'Escape' && onDismiss()}
    >
      <legend className={classes.title}>{t('message.found')}</legend>
      {offered.map(({ field, value, present }) => (
        <CheckBox
          key={field}
          label={t('message.line', {
            field: inputName(field),
            value: field === 'notes' ? t('message.whole') : shown(field, value),
          })}
          description={present ? t('message.replaces', { present: shown(field, present) }) : undefined}
          checked={ticked.includes(field)}
          onChange={(event) => turn(field, event.currentTarget.checked)}
        />
      ))}
      <div className="button-row">
        <Button
          data-fill
          disabled={ticked.length === 0}
          onClick={() => onFill(offered.filter(({ field }) => ticked.includes(field)))}
        >
          {t('message.fill')}
        </Button>
        <Button variant="default" onClick={onDismiss}>
          {t('message.dismiss')}
        </Button>
      </div>
    </fieldset>
  );
}
