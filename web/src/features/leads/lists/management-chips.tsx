import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { listAdvisors } from '#contract/leads/lead-advisors.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { FilterChips } from '#web/ui/filter/filters.tsx';
import type { Narrowing, NarrowingName } from './management-search.ts';

type ManagementChipsProps = {
  narrowing: Narrowing;
  /** Known when the list holds one employee's leads. */
  employeeName: string | undefined;
  onRemove: (names: readonly NarrowingName[]) => void;
};

export function ManagementChips({ narrowing, employeeName, onRemove }: ManagementChipsProps) {
  const t = useTranslations('managementLeads');
  const { data: advisors } = useQuery({
    ...endpointQuery(listAdvisors, { query: {} }),
    enabled: narrowing.contactedBy !== undefined,
  });
  const caller = advisors?.find(({ _id }) => _id === narrowing.contactedBy)?.name;
  const text = useNarrowingText(employeeName, caller);
  const chips = parts.flatMap((names) => {
    const said = text(narrowing, names[0]);
    if (said === undefined) return [];
    return [
      {
        key: names[0],
        text: said,
        action: t('removeFilter', { text: said }),
        onRemove: () => onRemove(names),
      },
    ];
  });
  return <FilterChips label={t('narrowedBy')} chips={chips} />;
}

/** What one chip removes together. */
const parts = [
  ['enteredFrom', 'enteredTo'],
  ['statusFrom', 'statusTo'],
  ['employee'],
  ['platform'],
  ['offeringType'],
  ['reached'],
  ['furthest'],
  ['lost'],
  ['lostReason'],
  ['milestone'],
  ['bookedFrom', 'bookedTo'],
  ['response'],
  ['contactedBy', 'contactedFrom', 'contactedTo', 'contact'],
  ['appointment'],
  ['open'],
] as const satisfies readonly (readonly NarrowingName[])[];

function useNarrowingText(employeeName: string | undefined, caller: string | undefined) {
  const t = useTranslations('managementLeads.narrowed');
  const leads = useTranslations('leads');
  const formats = useFormats();

  const days = (from = '', to = from) =>
    from === to ? formats.date(from) : t('days', { from: from && formats.date(from), to: formats.date(to) });

  return (by: Narrowing, part: (typeof parts)[number][0]): string | undefined => {
    switch (part) {
      case 'enteredFrom':
        if (!by.enteredFrom && !by.enteredTo) return undefined;
        return t('entered', { days: days(by.enteredFrom, by.enteredTo) });
      case 'statusFrom':
        if (!by.statusFrom && !by.statusTo) return undefined;
        return t('status', { days: days(by.statusFrom, by.statusTo) });
      case 'employee':
        if (!by.employee) return undefined;
        return employeeName ? t('employee', { name: employeeName }) : t('someEmployee');
      case 'platform':
        if (by.platform === 'none') return t('noPlatform');
        return by.platform && t('platform', { value: leads(`platforms.${by.platform}`) });
      case 'offeringType':
        if (by.offeringType === 'none') return t('noOfferingType');
        return by.offeringType && t('offeringType', { value: leads(`types.${by.offeringType}`) });
      case 'reached':
        return by.reached && t('reached', { stage: leads(`statuses.${by.reached}`) });
      case 'furthest':
        return by.furthest && t('furthest', { stage: leads(`statuses.${by.furthest}`) });
      case 'lost':
        return by.lost && t(`lost.${by.lost}`);
      case 'lostReason':
        return by.lostReason && t('lostReason', { reason: by.lostReason });
      case 'milestone':
        return by.milestone && t(`milestone.${by.milestone}`);
      case 'bookedFrom':
        if (!by.bookedFrom && !by.bookedTo) return undefined;
        return t('booked', { days: days(by.bookedFrom, by.bookedTo) });
      case 'response':
        return by.response && t(`response.${by.response}`);
      case 'contactedBy':
        if (!by.contactedBy) return undefined;
        return t(`contact.${by.contact ?? 'any'}`, {
          name: caller ?? t('oneEmployee'),
          days: by.contactedFrom || by.contactedTo ? days(by.contactedFrom, by.contactedTo) : t('anyDay'),
        });
      case 'appointment':
        return by.appointment && t('appointmentPassed');
      case 'open':
        return by.open && t('open');
    }
  };
}
