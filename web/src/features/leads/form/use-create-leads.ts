import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { v4 as uuid } from 'uuid';
import { messages } from '#contract/call/messages.ts';
import { createLead, type Lead, lead as leadSchema } from '#contract/leads/leads.ts';
import { useLeadChange } from '#web/features/leads/record/leads.queries.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { showFieldErrors } from '#web/ui/form/refusals.tsx';
import { handOverTyped } from '#web/ui/keys/typed-ahead.ts';
import { emptyLead, type LeadFormInput, type LeadFormOutput } from './lead-form.ts';
import type { LeadForm } from './lead-inputs.tsx';

/** A lead as typed. The same `key` creates one lead. */
export type Entry = { values: LeadFormInput; key: string };

/** Being sent or, with a `refusal` (null: reason lost), to be corrected. */
type Pending = Entry & { refusal?: unknown };

/** Kept beside the draft's values: their key, and entries not created yet. */
export type Entries = { key: string; pending: Entry[] };

/** Why the entry was not created; `existing` if an earlier attempt had. */
type Refused = { text: string; existing?: Lead };

/**
 * The leads of an Add Lead form: the current one, those being sent, those refused. None is lost; each is created
 * once.
 */
export function useCreateLeads(form: LeadForm, kept: Entries | undefined) {
  const t = useTranslations('leads');
  const errorText = useErrorText();
  const create = useLeadChange(createLead, messages.leadNotCreated);
  const [key, setKey] = useState(() => kept?.key ?? uuid());
  const [pending, setPending] = useState<Pending[]>(
    () => kept?.pending.map((entry) => ({ ...entry, refusal: null })) ?? [],
  );
  const [saved, setSaved] = useState<Lead>();
  const [refused, setRefused] = useState<Refused>();
  const focusWanted = useRef(false);

  useEffect(() => {
    if (!focusWanted.current) return;
    focusWanted.current = false;
    form.setFocus('name');
    // The form focuses a moment later.
    setTimeout(handOverTyped);
  });

  const show = (values: LeadFormInput, nextKey: string) => {
    const blank = emptyLead(values.serviceCenter ?? '');
    const defaults = { ...blank, platform: values.platform ?? '', type: values.type };
    form.reset(defaults, { keepFieldsRef: true });
    form.reset(values, { keepDefaultValues: true, keepFieldsRef: true });
    setKey(nextKey);
    setRefused(undefined);
    focusWanted.current = true;
  };
  const showBlank = ({ serviceCenter = '', platform = '', type }: LeadFormInput) =>
    show({ ...emptyLead(serviceCenter), platform, type }, uuid());

  const explain = (error: unknown) => {
    const current = error instanceof ApiError && error.status === 409 ? error.current : undefined;
    const existing = leadSchema.safeParse(current).data;
    if (existing) setRefused({ text: t('alreadyCreated'), existing });
    else {
      const rest = showFieldErrors(form, error);
      if (rest) setRefused({ text: errorText(rest) });
    }
  };

  const send = async ({ type: _type, ...body }: LeadFormOutput, sentKey: string): Promise<Lead> => {
    try {
      return await create.mutateAsync({ body, headers: { 'idempotency-key': sentKey } });
    } catch (error) {
      toast.error(t('notCreated'));
      throw error;
    }
  };

  /** @returns the lead; undefined when refused, which the form shows. */
  const save = async (output: LeadFormOutput): Promise<Lead | undefined> => {
    setRefused(undefined);
    try {
      return await send(output, key);
    } catch (error) {
      explain(error);
      return undefined;
    }
  };

  const goBackTo = (entry: Entry, error?: unknown) => {
    const inView = { values: form.getValues(), key };
    const isTouched = form.formState.isDirty;
    setPending((all) => [
      ...all.filter((one) => one.key !== entry.key),
      ...(isTouched ? [{ ...inView, refusal: null }] : []),
    ]);
    show(entry.values, entry.key);
    if (error) setTimeout(() => explain(error));
  };

  const saveAndGoOn = async (output: LeadFormOutput) => {
    const entry = { values: form.getValues(), key };
    setPending((all) => [...all, entry]);
    showBlank(entry.values);
    try {
      const lead = await send(output, entry.key);
      setSaved(lead);
      setPending((all) => all.filter((one) => one.key !== entry.key));
      toast.success(t('created'));
    } catch (error) {
      if (form.formState.isDirty)
        setPending((all) => all.map((one) => (one.key === entry.key ? { ...one, refusal: error } : one)));
      else {
        setPending((all) => all.filter((one) => one.key !== entry.key));
        show(entry.values, entry.key);
        setTimeout(() => explain(error));
      }
    }
  };

  const refusedEntries = pending.filter(({ refusal }) => refusal !== undefined);
  return { key, pending, refusedEntries, saved, setSaved, refused, save, saveAndGoOn, goBackTo, showBlank };
}
