import { Button, InputBase } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ClipboardEvent, type FocusEvent, type FormEvent, type ReactNode, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { textLength } from '#contract/business.ts';
import { listOfferingsByType, type OfferingChoice, offeringTypes } from '#contract/offerings.ts';
import { useLeadInputName } from '#web/features/leads/record/lead-fields.tsx';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { lazyModule } from '#web/lib/browser/lazy-module.ts';
import { useDealer, useToday } from '#web/lib/dealer/dealer.queries.ts';
import { formatTypedPhone } from '#web/lib/format/phone.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { InlineNotice } from '#web/ui/feedback/notice.tsx';
import { insertText } from '#web/ui/keys/key-buffer.ts';
import { findInsertedText, isPastedMessage } from './is-message.ts';
import { type LeadForm, useLeadCenters } from './lead-inputs.tsx';
import { MessageOffer, type Offered } from './message-offer.tsx';
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
  const client = useQueryClient();
  const [offerings, setOfferings] = useState<readonly OfferingChoice[]>([]);
  const [isAsking, setAsking] = useState(false);
  const [isNothing, setNothing] = useState(false);
  const [offering, setOffering] = useState<OfEntry>();
  // What is offered for one lead and not taken is offered for the next, over what that has.
  const offered =
    offering?.entry === entry ? offering.fields : offering && withPresent(form, offering.fields);
  const [filling, setFilling] = useState<OfEntry>();
  const filled = useStillFilled(form, filling?.entry === entry ? filling.fields : none);

  const read = async (text: string, isIntoNotes: boolean): Promise<Offered[]> => {
    const [{ readMessage, messageFields }, ...ofTypes] = await Promise.all([
      reader.fetch(),
      ...offeringTypes.map((type) =>
        client.fetchQuery(endpointQuery(listOfferingsByType, { query: { type } })).catch(() => []),
      ),
    ]);
    const offerings = ofTypes.flat();
    setOfferings(offerings);
    const { phone, ...facts } = readMessage(text, { country: phoneCountry, today, centers, offerings });
    const said = { ...facts, phone: phone && (await formatTypedPhone(phone, phoneCountry)) };
    const found = messageFields.flatMap((field): Offered[] => {
      const value = said[field] ?? '';
      const type = offerings.find(({ _id }) => field === 'serviceOrCampaign' && _id === value)?.type;
      const one = { field, value, type, ...presentOf(form, field) };
      return value && value !== one.present ? [one] : [];
    });
    const value = text.trim().slice(0, textLength.notes);
    const notes: Offered = { field: 'notes', value, ...presentOf(form, 'notes') };
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

  const write = (fields: Pick<Offered, 'field' | 'value' | 'type'>[]) => {
    for (const { field, value, type } of fields) {
      // An offering is chosen among those of its type.
      if (field === 'serviceOrCampaign') form.setValue('type', type ?? '', { shouldDirty: true });
      form.setValue(field, value, { shouldDirty: true, shouldValidate: value !== '' });
    }
  };
  const fill = (chosen: Offered[]) => {
    write(chosen);
    onMessage('');
    setOffering(undefined);
    setFilling({ entry, fields: chosen });
    form.setFocus(chosen[0]?.field ?? 'name');
  };
  const undo = () => {
    write(filled.map(({ field, present, presentType }) => ({ field, value: present, type: presentType })));
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
          <MessageOffer
            key={entry}
            offered={offered}
            offerings={offerings}
            onFill={fill}
            onDismiss={dismiss}
          />
        </div>
      )}
      {filled.length > 0 && (
        <InlineNotice action={ui('undo')} onAction={undo}>
          {t('message.filled', { fields: names })}
        </InlineNotice>
      )}
      {isAsking ? (
        <div {...part} className={classes.own}>
          <InputBase
            component="textarea"
            multiline
            autoFocus
            data-message
            label={t('message.paste')}
            description={isNothing && t('message.nothing')}
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
      {children}
    </div>
  );
}

type OfEntry = { entry: string; fields: Offered[] };

const none: Offered[] = [];

function presentOf(
  form: LeadForm,
  field: Offered['field'],
): Pick<Offered, 'present' | 'presentType' | 'isTyped'> {
  const present = form.getValues(field) ?? '';
  const isTyped = present !== (form.formState.defaultValues?.[field] ?? '');
  return { present, presentType: form.getValues('type'), isTyped };
}

function withPresent(form: LeadForm, fields: Offered[]): Offered[] {
  return fields
    .map((one) => ({ ...one, ...presentOf(form, one.field) }))
    .filter(({ value, present }) => value !== present);
}

function useStillFilled(form: LeadForm, fields: Offered[]): Offered[] {
  useWatch({ control: form.control });
  return fields.filter(({ field, value }) => form.getValues(field) === value);
}
