import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { mergeLimits } from '#contract/business.ts';
import { type FoundLead, findKnownPeople, type KnownPerson } from '#contract/leads/lead-find.ts';
import { formatPhones } from '#web/features/leads/record/found-lead.ts';
import { useLeadInputName } from '#web/features/leads/record/lead-fields.tsx';
import { useMayMergeLeads } from '#web/features/leads/record/may-change.ts';
import { useDescribeDue } from '#web/features/leads/record/use-found-due.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { useStableWhilePressed } from '#web/lib/browser/press.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { StatusDot } from '#web/ui/feedback/status-dot.tsx';
import classes from './known-caller.module.css';
import type { LeadForm } from './lead-inputs.tsx';
import type { ConfirmedDuplicate } from './use-create-leads.ts';

const debounce = 150;

type KnownCallerProps = {
  form: LeadForm;
  confirmed: readonly ConfirmedDuplicate[];
  onConfirm: (one: ConfirmedDuplicate) => void;
  onOpen: (id: string) => void;
  onMerge: (ids: readonly string[]) => void;
};

/** Says who has exactly the phone, email or vehicle that is typed. Saving never waits for it. */
export function KnownCaller({
  form,
  confirmed: meant,
  onConfirm: onMeant,
  onOpen,
  onMerge,
}: KnownCallerProps) {
  const t = useTranslations('find.known');
  const found = useTranslations('find');
  const merging = useTranslations('mergeLeads');
  const mayMerge = useMayMergeLeads();
  const inputName = useLeadInputName();
  const formats = useFormats();
  const [phone, email, vehicleNumber] = useWatch({
    control: form.control,
    name: ['phone', 'email', 'vehicleNumber'],
  });
  const typed = { phone: phone ?? '', email: email ?? '', vehicleNumber: vehicleNumber ?? '' };
  const [asked] = useDebouncedValue(JSON.stringify(typed), debounce);
  const isAsked = Object.values(JSON.parse(asked) as typeof typed).some((text) => text.trim() !== '');
  const { data: known } = useQuery({
    ...endpointQuery(findKnownPeople, { body: JSON.parse(asked) as typeof typed }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const data = useStableWhilePressed(isAsked ? known : undefined);
  if (!data) return null;
  const { elsewhere } = data;
  const people = data.people.filter((person) => !meant.some(({ phone }) => phone === person.phone));
  const where = elsewhere.serviceCenters;
  if (people.length === 0 && where.length === 0 && !elsewhere.isHeldBack) return null;
  const addAnyway = ({ phone: of, open, past, by }: KnownPerson) => {
    onMeant({ phone: of, leads: [...open, ...past].map(({ _id }) => _id) });
    // The button goes with the box.
    form.setFocus(by[0] ?? 'phone');
  };
  const because = ({ by }: KnownPerson) => formats.all(by.map((field) => inputName(field)));
  return (
    <div role="status" className={classes.box}>
      {people.map((person) => (
        <div key={person.phone} className={classes.person}>
          <p className={classes.name}>
            {t('person', { name: person.name, phone: formatPhones(person.phone, person.otherPhones) })}{' '}
            <span className="quiet">{t('by', { fields: because(person) })}</span>
          </p>
          {[...person.open, ...person.past].map((lead) => (
            <KnownLead key={lead._id} lead={lead} onOpen={() => onOpen(lead._id)} />
          ))}
          <div className="button-row">
            {mayMerge && person.open.length > 1 && (
              <Button
                size="xs"
                variant="default"
                onClick={() => onMerge(person.open.map(({ _id }) => _id).slice(0, mergeLimits.leads))}
              >
                {merging('action')}
              </Button>
            )}
            <Button size="xs" variant="default" onClick={() => addAnyway(person)}>
              {t('addAnyway')}
            </Button>
            {form.getValues('name') !== person.name && (
              <Button
                size="xs"
                variant="default"
                onClick={() => {
                  form.setValue('name', person.name, { shouldDirty: true, shouldValidate: true });
                  form.setFocus('name');
                }}
              >
                {t('useName')}
              </Button>
            )}
          </div>
        </div>
      ))}
      {where.length > 0 && (
        <p>
          {found('elsewhere', { centers: formats.all(where) })}. {found('elsewhereWhy')}
        </p>
      )}
      {elsewhere.isHeldBack && <p>{found('heldBack')}</p>}
    </div>
  );
}

function KnownLead({ lead, onOpen }: { lead: FoundLead; onOpen: () => void }) {
  const t = useTranslations('find');
  const statuses = useTranslations('leads.statuses');
  const due = useDescribeDue()(lead);
  const facts = [
    lead.serviceCenter.name,
    lead.advisor && t('advisor', { name: lead.advisor.name }),
    !lead.isActive && t('archived'),
  ].filter(Boolean);
  return (
    <div className={classes.lead}>
      <StatusDot status={lead.status}>{statuses(lead.status)}</StatusDot>
      <span className={classes.facts}>
        <span className={due.isLate ? 'danger' : undefined}>{due.text}</span>
        {`, ${facts.join(', ')}`}
      </span>
      <Button size="xs" variant="default" onClick={onOpen}>
        {t('known.open')}
      </Button>
    </div>
  );
}
