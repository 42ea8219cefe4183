import { useLocale, useTranslations } from 'use-intl';
import type { LeadStatus } from '#contract/lead-status.ts';
import type { Lead } from '#contract/leads.ts';
import { useToday } from '#web/lib/dealer.ts';
import { formatDate, formatTime } from '#web/lib/format.ts';
import classes from './status-detail.module.css';

type StatusDetailProps = { lead: Lead; status: LeadStatus };

/**
 * What a status list shows beside each lead: the last follow-up date, the booked date, the lost reason or the notes
 * (specification, 'Leads by status'). A date that has passed is marked overdue.
 */
export function StatusDetail({ lead, status }: StatusDetailProps) {
  const ui = useTranslations('ui');
  const text = status === 'lostCustomer' ? lead.lostReason : lead.notes;
  if (status === 'potential') return <DueDate date={lead.nextFollowUpDates.at(-1)} />;
  if (status === 'booked') return <DueDate date={lead.appointmentDate} time={lead.appointmentTime} />;
  return <span title={text ?? undefined}>{text ?? ui('none')}</span>;
}

function DueDate({ date, time }: { date: string | null | undefined; time?: string | null }) {
  const t = useTranslations('leadStatus');
  const ui = useTranslations('ui');
  const locale = useLocale();
  const today = useToday();
  if (!date) return ui('none');
  const written = formatDate(date, locale) + (time ? `, ${formatTime(time, locale)}` : '');
  if (date >= today) return written;
  return <span className={classes.overdue}>{t('overdue', { date: written })}</span>;
}
