import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { v4 as uuid } from 'uuid';
import { maxKnownLeads } from '#contract/business.ts';
import { messages } from '#contract/call/messages.ts';
import { createLead, type Lead, lead as leadSchema } from '#contract/leads/leads.ts';
import { useLeadMutation } from '#web/features/leads/record/leads.queries.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { showFieldErrors } from '#web/ui/form/refusals.tsx';
import { flushKeysIntoFocus } from '#web/ui/keys/key-buffer.ts';
import { emptyLeadValues, type LeadFormInput, type LeadFormOutput } from './lead-form.ts';
import type { LeadForm } from './lead-inputs.tsx';

/** Somebody known whom the user has added nonetheless, with the leads that the form said they have. */
export type ConfirmedDuplicate = { phone: string; leads: readonly string[] };

type Entry = { values: LeadFormInput; key: string; meant: readonly ConfirmedDuplicate[] };

type Pending = Entry & { refusal?: unknown };

/** The part of the draft of the Add Lead form besides its fields: the key of the current entry, and the entries that are not created yet. */
export type PendingEntries = Pick<Entry, 'key' | 'meant'> & { pending: Entry[] };

type Refused = { text: string; existing?: Lead };

/** Keeps the leads of an Add Lead form: the current one, those being sent, and those refused. None is lost; each is created once. */
export function useCreateLeads(form: LeadForm, kept: PendingEntries | undefined) {
  const t = useTranslations('leads');
  const errorText = useErrorText();
  const create = useLeadMutation(createLead, messages.leadNotCreated);
  const [key, setKey] = useState(() => kept?.key ?? uuid());
  const [meant, setMeant] = useState(kept?.meant ?? []);
  const [pending, setPending] = useState<Pending[]>(
    () => kept?.pending.map((entry) => ({ ...entry, refusal: null })) ?? [],
  );
  const [saved, setSaved] = useState<Lead>();
  const [refused, setRefused] = useState<Refused>();
  const focusWanted = useRef<'blank' | 'entry'>(undefined);

  useEffect(() => {
    const shown = focusWanted.current;
    if (!shown) return;
    focusWanted.current = undefined;
    form.setFocus('name');
    // The form focuses a moment later, and by that leaves a field: of a blank one nothing is missing yet.
    setTimeout(() => {
      if (shown === 'blank') form.clearErrors();
      flushKeysIntoFocus();
    });
  });

  const show = ({ values, key: nextKey, meant: nextMeant }: Entry) => {
    const blank = emptyLeadValues(values.serviceCenter ?? '');
    const defaults = { ...blank, platform: values.platform ?? '', type: values.type };
    form.reset(defaults, { keepFieldsRef: true });
    form.reset(values, { keepDefaultValues: true, keepFieldsRef: true });
    setKey(nextKey);
    setMeant(nextMeant);
    setRefused(undefined);
    focusWanted.current = 'entry';
  };
  const showBlank = ({ serviceCenter = '', platform = '', type }: LeadFormInput) => {
    show({ values: { ...emptyLeadValues(serviceCenter), platform, type }, key: uuid(), meant: [] });
    focusWanted.current = 'blank';
  };

  const explain = (error: unknown) => {
    const current = error instanceof ApiError && error.status === 409 ? error.current : undefined;
    const existing = leadSchema.safeParse(current).data;
    if (existing) setRefused({ text: t('alreadyCreated'), existing });
    else {
      const rest = showFieldErrors(form, error);
      if (rest) setRefused({ text: errorText(rest) });
    }
  };

  const send = async (
    { type: _type, ...lead }: LeadFormOutput,
    { key: sentKey, meant: sentMeant }: Pick<Entry, 'key' | 'meant'>,
  ): Promise<Lead> => {
    const body = { ...lead, meant: sentMeant.flatMap(({ leads }) => leads).slice(0, maxKnownLeads) };
    try {
      return await create.mutateAsync({ body, headers: { 'idempotency-key': sentKey } });
    } catch (error) {
      toast.error(t('notCreated'));
      throw error;
    }
  };

  const save = async (output: LeadFormOutput): Promise<Lead | undefined> => {
    setRefused(undefined);
    try {
      return await send(output, { key, meant });
    } catch (error) {
      explain(error);
      return undefined;
    }
  };

  const goBackTo = (entry: Entry, error?: unknown) => {
    const inView = { values: form.getValues(), key, meant };
    const isTouched = form.formState.isDirty;
    setPending((all) => [
      ...all.filter((one) => one.key !== entry.key),
      ...(isTouched ? [{ ...inView, refusal: null }] : []),
    ]);
    show(entry);
    if (error) setTimeout(() => explain(error));
  };

  const saveAndGoOn = async (output: LeadFormOutput) => {
    const entry = { values: form.getValues(), key, meant };
    setPending((all) => [...all, entry]);
    showBlank(entry.values);
    try {
      const lead = await send(output, entry);
      setSaved(lead);
      setPending((all) => all.filter((one) => one.key !== entry.key));
      toast.success(t('created'));
    } catch (error) {
      if (form.formState.isDirty)
        setPending((all) => all.map((one) => (one.key === entry.key ? { ...one, refusal: error } : one)));
      else {
        setPending((all) => all.filter((one) => one.key !== entry.key));
        show(entry);
        setTimeout(() => explain(error));
      }
    }
  };

  const refusedEntries = pending.filter(({ refusal }) => refusal !== undefined);
  const add = (one: ConfirmedDuplicate) => setMeant((all) => [...all, one]);
  return {
    ...{
      key,
      meant,
      addMeant: add,
      forgetMeant: () => setMeant([]),
      pending,
      refusedEntries,
      saved,
      setSaved,
      refused,
    },
    ...{ save, saveAndGoOn, goBackTo, showBlank },
  };
}
