import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { getImport } from '#contract/imports.ts';
import { listAdvisors } from '#contract/leads/lead-advisors.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { FilterChips } from '#web/ui/filter/filters.tsx';
import type { LinkFilterName, LinkFilters } from './management-search.ts';

type ManagementChipsProps = {
  narrowing: LinkFilters;
  employeeName: string | undefined;
  onRemove: (names: readonly LinkFilterName[]) => void;
};

/** Shows, each with a button that removes it, the filters of management's list that only links set. */
export function ManagementFilterChips({ narrowing, employeeName, onRemove }: ManagementChipsProps) {
  const t = useTranslations('managementLeads');
  const { data: advisors } = useQuery({
    ...endpointQuery(listAdvisors, { query: {} }),
    enabled: narrowing.contactedBy !== undefined || narrowing.bookedBy !== undefined,
  });
  const caller = advisors?.find(({ _id }) => _id === narrowing.contactedBy)?.name;
  const booker = advisors?.find(({ _id }) => _id === narrowing.bookedBy)?.name;
  const { data: imported } = useQuery({
    ...endpointQuery(getImport, { params: { id: narrowing.import ?? '' } }),
    enabled: narrowing.import !== undefined,
  });
  const chips = useParts(narrowing, { employeeName, caller, booker, file: imported?.fileName }).flatMap(
    ({ names, text }) => {
      if (text === undefined) return [];
      const [key = ''] = names;
      return [{ key, text, action: t('removeFilter', { text }), onRemove: () => onRemove(names) }];
    },
  );
  return <FilterChips label={t('narrowedBy')} chips={chips} />;
}

type Part = { names: readonly LinkFilterName[]; text: string | undefined };

type Names = Record<'employeeName' | 'caller' | 'booker' | 'file', string | undefined>;

function useParts(by: LinkFilters, { employeeName, caller, booker, file }: Names): Part[] {
  const t = useTranslations('managementLeads.narrowed');
  const leads = useTranslations('leads');
  const formats = useFormats();

  const days = (from = '', to = from) =>
    from === to ? formats.date(from) : t('days', { from: from && formats.date(from), to: formats.date(to) });
  const spanOf = (from: string | undefined, to: string | undefined) =>
    from || to ? days(from, to) : undefined;

  const entered = spanOf(by.enteredFrom, by.enteredTo);
  const status = spanOf(by.statusFrom, by.statusTo);
  const booked = spanOf(by.bookedFrom, by.bookedTo);
  const contacted = spanOf(by.contactedFrom, by.contactedTo) ?? t('anyDay');
  return [
    { names: ['enteredFrom', 'enteredTo'], text: entered && t('entered', { days: entered }) },
    { names: ['statusFrom', 'statusTo'], text: status && t('status', { days: status }) },
    {
      names: ['employee'],
      text: by.employee && (employeeName ? t('employee', { name: employeeName }) : t('someEmployee')),
    },
    {
      names: ['platform'],
      text:
        by.platform === 'none'
          ? t('noPlatform')
          : by.platform && t('platform', { value: leads(`platforms.${by.platform}`) }),
    },
    {
      names: ['offeringType'],
      text:
        by.offeringType === 'none'
          ? t('noOfferingType')
          : by.offeringType && t('offeringType', { value: leads(`types.${by.offeringType}`) }),
    },
    { names: ['reached'], text: by.reached && t('reached', { stage: leads(`statuses.${by.reached}`) }) },
    { names: ['furthest'], text: by.furthest && t('furthest', { stage: leads(`statuses.${by.furthest}`) }) },
    { names: ['lost'], text: by.lost && t(`lost.${by.lost}`) },
    { names: ['lostReason'], text: by.lostReason && t('lostReason', { reason: by.lostReason }) },
    { names: ['milestone'], text: by.milestone && t(`milestone.${by.milestone}`) },
    { names: ['bookedFrom', 'bookedTo'], text: booked && t('booked', { days: booked }) },
    {
      names: ['booking', 'bookingFrom', 'bookingTo'],
      text:
        (by.booking ?? by.bookingFrom ?? by.bookingTo) &&
        t(`booking.${by.booking ?? 'due'}`, { days: spanOf(by.bookingFrom, by.bookingTo) ?? t('anyDay') }),
    },
    { names: ['bookedBy'], text: by.bookedBy && t('bookedBy', { name: booker ?? t('oneEmployee') }) },
    { names: ['until'], text: by.until && t('until', { moment: formats.moment(by.until) }) },
    { names: ['response'], text: by.response && t(`response.${by.response}`) },
    {
      names: ['contactedBy', 'contactedFrom', 'contactedTo', 'contact'],
      text:
        by.contactedBy &&
        t(`contact.${by.contact ?? 'any'}`, { name: caller ?? t('oneEmployee'), days: contacted }),
    },
    { names: ['appointment'], text: by.appointment && t('appointmentPassed') },
    { names: ['open'], text: by.open && t('open') },
    { names: ['import'], text: by.import && (file ? t('import', { file }) : t('oneImport')) },
  ];
}
