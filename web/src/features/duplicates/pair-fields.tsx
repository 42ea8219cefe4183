import type { ReactNode } from 'react';
import { type Messages, useTranslations } from 'use-intl';
import type { DuplicatePair, PairedCustomer, PairedLead } from '#contract/duplicates.ts';
import { hasAppointment } from '#contract/leads/lead-status.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { StatusDot } from '#web/ui/feedback/status-dot.tsx';
import type { ComparedField } from '#web/ui/merge/side-by-side.tsx';
import classes from './pair-panel.module.css';

// `text`: what is compared, '' for none; `shown`: in place of it. `isApart`: differs between any two records.
type Line<Of> = {
  key: string;
  label: string;
  text: (record: Of) => string;
  shown?: (record: Of) => ReactNode;
  isApart?: true;
};

/** @returns a function that makes the lines of the comparison of two records that may be duplicates. */
export function usePairFields(): (pair: DuplicatePair) => ComparedField[] {
  const t = useTranslations('duplicates');
  const leads = useTranslations('leads');
  const ui = useTranslations('ui');
  const formats = useFormats();
  const field = (name: keyof Messages['duplicates']['fields']) => ({ key: name, label: t(`fields.${name}`) });
  const names = (all: readonly { name: string }[]) => all.map(({ name }) => name).join(', ');
  const person: Line<Pick<PairedCustomer | PairedLead, 'name' | 'phone' | 'email'>>[] = [
    { ...field('name'), text: ({ name }) => name },
    { ...field('phone'), text: ({ phone }) => phone, isApart: true },
    { ...field('email'), text: ({ email }) => email ?? '' },
  ];
  const ofCustomer: Line<PairedCustomer>[] = [
    ...person,
    { ...field('vehicles'), text: ({ vehicles }) => vehicles.join(', ') },
    { ...field('centers'), text: ({ centers }) => names(centers) },
    { ...field('openLeads'), text: ({ openLeads }) => String(openLeads), isApart: true },
    {
      ...field('lastLead'),
      text: ({ lastLeadAt }) => (lastLeadAt ? formats.moment(lastLeadAt) : ''),
      isApart: true,
    },
    { ...field('since'), text: ({ createdAt }) => formats.moment(createdAt), isApart: true },
  ];
  const ofLead = (dayName: 'appointment' | 'preferredDate'): Line<PairedLead>[] => [
    ...person,
    { ...field('vehicle'), text: ({ vehicleNumber }) => vehicleNumber ?? '' },
    { ...field('center'), text: ({ serviceCenter }) => serviceCenter.name },
    { ...field('service'), text: ({ serviceOrCampaign }) => serviceOrCampaign ?? '' },
    {
      ...field('status'),
      text: ({ status }) => leads(`statuses.${status}`),
      shown: ({ status }) => <StatusDot status={status}>{leads(`statuses.${status}`)}</StatusDot>,
    },
    { ...field('advisor'), text: ({ advisor }) => advisor?.name ?? '' },
    {
      ...field(dayName),
      text: ({ appointmentDate }) => (appointmentDate ? formats.date(appointmentDate) : ''),
    },
    { ...field('entered'), text: ({ createdAt }) => formats.moment(createdAt), isApart: true },
    { ...field('notes'), text: ({ notes }) => notes ?? '' },
  ];

  const compared = <Of,>(lines: readonly Line<Of>[], one: Of, other: Of): ComparedField[] =>
    lines
      .filter(({ text }) => `${text(one)}${text(other)}` !== '')
      .map(({ key, label, text, shown = text, isApart }) => {
        if (text(one) === text(other)) {
          const same = shown(one) || ui('none');
          return { key, label, values: [same, same] };
        }
        const values = [one, other].map((record) =>
          isApart ? shown(record) : <Differing key={key}>{shown(record) || ui('none')}</Differing>,
        );
        return { key, label, values, note: !isApart && t('differs') };
      });
  return (pair) => {
    if (pair.kind !== 'lead') return compared(ofCustomer, pair.one, pair.other);
    const isBooked = [pair.one, pair.other].some(({ status }) => hasAppointment(status));
    return compared(ofLead(isBooked ? 'appointment' : 'preferredDate'), pair.one, pair.other);
  };
}

function Differing({ children }: { children: ReactNode }) {
  return <span className={classes.differing}>{children}</span>;
}
