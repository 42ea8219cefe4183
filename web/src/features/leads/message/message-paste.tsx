import { InputBase } from '@mantine/core';
import { type ClipboardEvent, type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { textLength } from '#contract/business.ts';
import type { LeadForm } from '#web/features/leads/form/lead-fields.tsx';
import { formatTyped } from '#web/lib/format/phone.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { useDealer } from '#web/lib/session/dealer.ts';
import { QuietLine } from '#web/ui/feedback/quiet-line.tsx';
import { writeInto } from '#web/ui/keys/typed-ahead.ts';
import { isMessage } from './is-message.ts';
import classes from './message-offer.module.css';
import { MessageOffer, type Offered } from './message-offer.tsx';

/** Reads a message pasted into any field or its own; filling in can be undone. */
export function MessagePaste({ form, children }: { form: LeadForm; children: ReactNode }) {
  const t = useTranslations('leads');
  const formats = useFormats();
  const { phoneCountry } = useDealer();
  const [isAsking, setAsking] = useState(false);
  const [isNothing, setNothing] = useState(false);
  const [offered, setOffered] = useState<Offered[]>();
  const [filled, setFilled] = useState<Offered[]>();

  const read = async (text: string, isIntoNotes: boolean): Promise<Offered[]> => {
    const { readMessage } = await import('./read-message.ts');
    const { phone, ...facts } = readMessage(text, phoneCountry);
    const said = { ...facts, phone: phone && (await formatTyped(phone, phoneCountry)) };
    const present = (field: Offered['field']) => form.getValues(field) ?? '';
    const found = (['name', 'phone', 'vehicleNumber'] as const).flatMap((field) => {
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

  const paste = async (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain');
    const { target } = event;
    const isOwn = target instanceof HTMLElement && target.dataset.message !== undefined;
    if (!isMessage(text) && !isOwn) return;
    const isIntoNotes = target instanceof HTMLTextAreaElement && !isOwn;
    if (!isIntoNotes) event.preventDefault();
    const found = await read(text, isIntoNotes).catch(() => []);
    setNothing(isOwn && found.length === 0);
    if (found.length === 0 && !isIntoNotes)
      writeInto(target, isOwn ? text : text.replace(/\s+/g, ' ').trim());
    if (found.length === 0) return;
    setFilled(undefined);
    setOffered(found);
    setAsking(false);
  };
  const write = (fields: { field: Offered['field']; value: string }[]) => {
    for (const { field, value } of fields)
      form.setValue(field, value, { shouldDirty: true, shouldValidate: value !== '' });
  };
  const fill = (chosen: Offered[]) => {
    write(chosen);
    setOffered(undefined);
    setFilled(chosen);
    form.setFocus(chosen[0]?.field ?? 'name');
  };
  const undo = () => {
    write((filled ?? []).map(({ field, present }) => ({ field, value: present })));
    form.clearErrors();
    setFilled(undefined);
    form.setFocus('name');
  };
  const dismiss = () => {
    setOffered(undefined);
    form.setFocus('name');
  };
  const names = formats.all((filled ?? []).map(({ field }) => t(`fields.${field}`)));

  return (
    <div className={classes.fields} onPasteCapture={(event) => void paste(event)}>
      {offered && <MessageOffer offered={offered} onFill={fill} onDismiss={dismiss} />}
      {filled && (
        <QuietLine action={t('undo')} onAction={undo}>
          {t('message.filled', { fields: names })}
        </QuietLine>
      )}
      {children}
      {isAsking ? (
        <InputBase
          component="textarea"
          multiline
          autoFocus
          data-message
          label={t('message.paste')}
          description={t(isNothing ? 'message.nothing' : 'message.why')}
          rows={3}
        />
      ) : (
        !offered && (
          <button type="button" className={classes.ask} onClick={() => setAsking(true)}>
            {t('message.paste')}
          </button>
        )
      )}
    </div>
  );
}
