import { useTranslations } from 'use-intl';
import type { LeadStatus } from '#contract/leads/lead-status.ts';
import type { Lead } from '#contract/leads/leads.ts';
import { daysBetween } from '#contract/text/dates.ts';
import type { LeadColumn } from '#web/features/leads/record/lead-fields.tsx';
import { useToday } from '#web/lib/dealer/dealer.queries.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { hasStatusDetail } from './has-status-detail.ts';

// An overdue follow-up fits one line; an appointment takes two where the service would be cut off instead.
const detailWidths = {
  potential: 'calc(164px + 2 * var(--cell-gap))',
  booked: 'clamp(152px, 32.5vw - 264px, 204px)',
};

/** @returns a function that makes the column of a status (specification, 'Leads by status'). */
export function useStatusDetailColumn(): (status: LeadStatus) => LeadColumn {
  const t = useTranslations('leadStatus');
  return (status) => ({
    key: 'detail',
    header: t(`detail.${status}`),
    sort: status === 'potential' ? 'followUp' : 'appointment',
    ...((status === 'potential' || status === 'booked') && { width: detailWidths[status] }),
    cell: (lead) => <LeadStatusDetail lead={lead} status={status} />,
    card: 'below',
    // A card says nothing of what is not known, which a row shows as "—".
    onCard: (lead) =>
      hasStatusDetail(lead, status) && <LeadStatusDetail lead={lead} status={status} isNamed />,
  });
}

type StatusDetailProps = {
  lead: Lead;
  status: LeadStatus;
  isNamed?: boolean;
};

// A past date is marked overdue.
function LeadStatusDetail({ lead, status, isNamed = false }: StatusDetailProps) {
  const t = useTranslations('leadStatus');
  const ui = useTranslations('ui');
  const text = status === 'lostCustomer' ? lead.lostReason : lead.notes;
  const name = isNamed && (status === 'potential' || status === 'booked') ? t(`named.${status}`) : '';
  if (status === 'potential') return <FollowUp name={name} date={lead.nextFollowUpDates.at(-1)} />;
  if (status === 'booked')
    return <DueDate name={name} date={lead.appointmentDate} time={lead.appointmentTime} />;
  return isNamed ? (text ?? '') : <div className="one-line">{text ?? ui('none')}</div>;
}

function FollowUp({ name, date }: { name: string; date: string | undefined }) {
  const t = useTranslations('leadWork.due');
  const ui = useTranslations('ui');
  const formats = useFormats();
  const today = useToday();
  if (!date) return ui('none');
  const ahead = daysBetween(today, date);
  const begins = name ? 'no' : 'yes';
  const due =
    ahead < 0
      ? t('overdue', { begins, days: -ahead })
      : ahead > 0
        ? t('ahead', { begins, days: ahead })
        : t('today', { begins });
  return (
    <>
      <span className={ahead < 0 ? 'danger' : undefined}>{name ? `${name} ${due}` : due}</span>{' '}
      <span className="quiet unbroken">{formats.nearDate(date, today)}</span>
    </>
  );
}

type DueDateProps = { name: string; date: string | null | undefined; time?: string | null };

function DueDate({ name, date, time }: DueDateProps) {
  const t = useTranslations('leadStatus');
  const ui = useTranslations('ui');
  const formats = useFormats();
  const today = useToday();
  if (!date) return ui('none');
  const day = formats.nearDate(date, today);
  const written = (name ? `${name} ${day}` : day) + (time ? `, ${formats.time(time)}` : '');
  if (date >= today) return written;
  return <span className="danger">{t('overdue', { date: written })}</span>;
}
