import { useRef, useState } from 'react';
import { v4 as uuid } from 'uuid';
import { messages } from '#contract/call/messages.ts';
import { createLead, getLead, type Lead, moveLead } from '#contract/leads/leads.ts';
import {
  emptyLeadValues,
  type LeadFormInput,
  type LeadFormOutput,
  leadFormSchema,
} from '#web/features/leads/form/lead-form.ts';
import { useLeadMutation } from '#web/features/leads/record/leads.queries.ts';
import { call } from '#web/lib/api/api.ts';
import { isPlaceTaken } from '#web/lib/api/mutate.ts';
import { useDraft } from '#web/lib/browser/drafts.ts';
import { useDealer, useToday } from '#web/lib/dealer/dealer.queries.ts';
import { isSameValue } from '#web/ui/form/leave.ts';
import { useForm } from '#web/ui/form/use-form.tsx';
import type { BookedPlace } from './book-place.ts';
import type { BookedCustomer } from './find-customer.tsx';
import { useBookedUndoLine } from './use-move-booking.ts';

/** The customer for whom the form books. `added`: a lead was added for them, but its booking failed or awaits an answer; the next attempt books that lead. */
export type ChosenCustomer = BookedCustomer | { kind: 'added'; lead: Lead };

type Kept = { chosen: ChosenCustomer; key: string };

// What was typed of a customer, and what the choice itself says of them.
type TypedCustomer = { values: Partial<LeadFormInput>; given: Partial<LeadFormInput> };

const customerFields = ['name', 'phone', 'vehicleNumber'] as const;
const bookingFields = ['appointmentDate', 'appointmentTime', 'type', 'serviceOrCampaign', 'notes'] as const;

/** Makes the form that books a place. For a customer without an open lead it first adds one, only once however often the booking is tried. */
export function useBookForm({ center, date, time }: BookedPlace, onClose: () => void) {
  const { phoneCountry } = useDealer();
  const today = useToday();
  const draft = useDraft<{ values: Partial<LeadFormInput>; about: Kept | undefined }>('bookPlace');
  const [first] = useState(() => draft.read()?.about);
  const [chosen, setChosen] = useState(first?.chosen);
  const [key, setKey] = useState(() => first?.key ?? uuid());
  const [record] = useState(() => toValues({ center, date, time }, first?.chosen));
  const create = useLeadMutation(createLead, messages.leadNotCreated);
  const move = useLeadMutation(moveLead);
  const sayBooked = useBookedUndoLine();

  const add = async ({ type: _type, ...lead }: LeadFormOutput): Promise<Lead> => {
    const known = chosen?.kind === 'known' ? [...chosen.person.open, ...chosen.person.past] : [];
    const body = { ...lead, meant: known.map(({ _id }) => _id) };
    const added = await create.mutateAsync({ body, headers: { 'idempotency-key': key } });
    setChosen({ kind: 'added', lead: added });
    return added;
  };
  const save = async (output: LeadFormOutput) => {
    const isThere = chosen?.kind === 'lead' || chosen?.kind === 'added';
    const lead = isThere ? await call(getLead, { params: { id: chosen.lead._id } }) : await add(output);
    const { appointmentDate, appointmentTime } = output;
    const place = { serviceCenter: center, appointmentDate, appointmentTime };
    const body = { status: 'booked', ...place, version: lead.version } as const;
    sayBooked(await move.mutateAsync({ params: { id: lead._id }, body }));
  };
  const form = useForm<LeadFormInput, LeadFormOutput>({
    schema: bookSchema({ phoneCountry, today, phone: record.phone }),
    record,
    isNew: true,
    draft: 'bookPlace',
    about: chosen && { chosen, key },
    save,
    onClose,
    onRefused: (error, { clearErrors }) => isPlaceTaken(error) && clearErrors(),
  });
  const typed = useRef(new Map<string, TypedCustomer>());
  const choose = (next: ChosenCustomer | undefined) => {
    const { getValues, reset, clearErrors } = form.form;
    if (chosen) typed.current.set(getSubject(chosen), readTyped(getValues(), chosen));
    if (next) {
      const values = toValues({ center, date, time }, next);
      const kept = {
        ...restoreTyped(typed.current.get(getSubject(next)), next),
        ...pickBooking(getValues()),
      };
      reset(values);
      reset({ ...values, ...kept }, { keepDefaultValues: true });
    }
    // Until somebody is chosen, the form holds what was typed: leaving it asks, and a reload keeps it.
    clearErrors();
    form.forget();
    const nextKey = uuid();
    draft.save({ values: getValues(), about: next && { chosen: next, key: nextKey } });
    setKey(nextKey);
    setChosen(next);
  };
  return { ...form, chosen, choose };
}

function bookSchema(context: { phoneCountry: string; today: string; phone: string | undefined }) {
  return leadFormSchema(context).superRefine(({ appointmentDate: day }, refinement) => {
    const message = !day
      ? messages.appointmentDateMissing
      : day < context.today
        ? messages.dateInPast
        : undefined;
    if (message) refinement.addIssue({ code: 'custom', path: ['appointmentDate'], message });
  });
}

function toValues({ center, date, time }: BookedPlace, chosen: ChosenCustomer | undefined): LeadFormInput {
  const place = { appointmentDate: date, appointmentTime: time ?? '' };
  return { ...emptyLeadValues(center), ...toCustomerValues(chosen), ...place };
}

function toCustomerValues(chosen: ChosenCustomer | undefined): Partial<LeadFormInput> {
  if (!chosen) return {};
  if (chosen.kind === 'new') {
    if (chosen.text === '') return {};
    const isPhone = /\d{4}/.test(chosen.text) && !/\p{L}/u.test(chosen.text);
    return isPhone ? { phone: chosen.text } : { name: chosen.text };
  }
  if (chosen.kind === 'known') {
    const { name, phone, open, past } = chosen.person;
    const last = [...open, ...past].find(({ vehicleNumber }) => vehicleNumber);
    return { name, phone, vehicleNumber: last?.vehicleNumber ?? '' };
  }
  const { name, phone } = chosen.lead;
  return { name, phone };
}

// Somebody new is the same one under another name, as who is looked for in vain is typed again.
function getSubject(chosen: ChosenCustomer): string {
  if (chosen.kind === 'new') return chosen.kind;
  return chosen.kind === 'known' ? chosen.person.phone : chosen.lead._id;
}

function readTyped(values: LeadFormInput, chosen: ChosenCustomer): TypedCustomer {
  const given = toCustomerValues(chosen);
  const names = customerFields.filter((name) => values[name] !== (given[name] ?? ''));
  return { values: Object.fromEntries(names.map((name) => [name, values[name]])), given };
}

function restoreTyped(typed: TypedCustomer | undefined, chosen: ChosenCustomer): Partial<LeadFormInput> {
  const given = toCustomerValues(chosen);
  return { ...typed?.values, ...(!isSameValue(given, typed?.given) && given) };
}

function pickBooking(values: LeadFormInput): Partial<LeadFormInput> {
  return Object.fromEntries(bookingFields.map((name) => [name, values[name]]));
}
