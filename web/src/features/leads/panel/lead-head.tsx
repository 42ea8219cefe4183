import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { CallGroup } from '#contract/leads/call-order.ts';
import type { LeadOffer } from '#contract/leads/lead-offers.ts';
import { editLead, type Lead } from '#contract/leads/leads.ts';
import { useDueSentence } from '#web/features/leads/record/due-text.ts';
import {
  type LeadField,
  leadFields,
  panelFields,
  useFormatLeadField,
  useLeadFieldName,
} from '#web/features/leads/record/lead-fields.tsx';
import { mayCall } from '#web/lib/api/may-call.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { useSession } from '#web/lib/session/session.ts';
import { useDialogs } from '#web/lib/url/use-dialogs.ts';
import { StatusBadge } from '#web/ui/feedback/status-dot.tsx';
import classes from './lead-head.module.css';
import { useFormatNearMoment } from './use-format-near-moment.ts';

type ShowOffer = (field: LeadOffer['field']) => ReactNode;

type LeadHeadProps = {
  lead: Lead;
  group: CallGroup | undefined;
  isPage: boolean;
  isFixed: boolean;
  showOffer: ShowOffer;
};

/**
 * Shows who the lead is, why it is in the queue, and when they were last in contact.
 *
 * @param group where it stands in the queue, if it does.
 * @param isFixed without Edit.
 */
export function LeadHead({ lead, group, isPage, isFixed, showOffer }: LeadHeadProps) {
  const t = useTranslations('leadPanel');
  const leads = useTranslations('leads');
  const near = useFormatNearMoment();
  const mayEdit = mayCall(editLead, useSession()?.level) && !isFixed;
  const { openDialog } = useDialogs();
  const said = [
    t('attempts', { count: lead.contactAttempts }),
    ...(lead.lastContactAt ? [t('lastContact', { moment: near(lead.lastContactAt) })] : []),
    ...(lead.tryAgainAt && !group ? [t('tryAgain', { moment: near(lead.tryAgainAt) })] : []),
  ];
  return (
    <section className={classes.head}>
      <div className={classes.who}>
        {isPage ? (
          <h2 className="visually-hidden">{t('enquiry')}</h2>
        ) : (
          <h2 className={classes.name}>{lead.name}</h2>
        )}
        <StatusBadge status={lead.status}>{leads(`statuses.${lead.status}`)}</StatusBadge>
        {!lead.isActive && <span className="quiet">{t('archived')}</span>}
        {mayEdit && (
          <Button
            size="xs"
            variant="default"
            className={classes.edit}
            leftSection={<IconPencil size={14} stroke={1.75} />}
            onClick={() => openDialog('lead.edit', lead._id)}
          >
            {t('edit')}
          </Button>
        )}
      </div>
      {showOffer('name')}
      <p className="quiet">
        {group && <DueLine lead={lead} group={group} />}
        {said.join(' · ')}
      </p>
      {lead.email && <a href={`mailto:${lead.email}`}>{lead.email}</a>}
      {showOffer('email')}
    </section>
  );
}

function DueLine({ lead, group }: { lead: Lead; group: CallGroup }) {
  const { text, isLate } = useDueSentence()(lead, group);
  return (
    <>
      <strong className={`${classes.due} ${isLate ? 'danger' : ''}`}>{text}</strong>
      {' · '}
    </>
  );
}

const fieldsOfStatus = {
  pending: ['appointmentDate', 'appointmentTime'],
  potential: ['nextFollowUp', 'followUpCount', 'appointmentDate', 'appointmentTime'],
  booked: ['appointmentDate', 'appointmentTime', 'jobId'],
  completed: ['jobId', 'appointmentDate'],
  lostCustomer: ['lostReason'],
} as const satisfies Record<Lead['status'], readonly (LeadField | 'nextFollowUp')[]>;

const offerOf: Partial<Record<LeadField | 'nextFollowUp', LeadOffer['field']>> = {
  serviceOrCampaign: 'serviceOrCampaign',
  vehicleNumber: 'vehicleNumber',
  appointmentDate: 'appointment',
};

type LeadEnquiryProps = { lead: Lead; areNotesShown: boolean; showOffer: ShowOffer };

/** @param areNotesShown false where the messages below say the same. */
export function LeadEnquiry({ lead, areNotesShown, showOffer }: LeadEnquiryProps) {
  const t = useTranslations('leadPanel');
  const leads = useTranslations('leads');
  const formats = useFormats();
  const text = useFormatLeadField();
  const fieldName = useLeadFieldName();
  const followUp = lead.nextFollowUpDates.at(-1);
  const ofStatus: readonly (LeadField | 'nextFollowUp')[] = fieldsOfStatus[lead.status];
  // What is asked otherwise shows beside what was asked first, whatever the status.
  const asked: LeadField[] =
    showOffer('appointment') && !ofStatus.includes('appointmentDate')
      ? ['appointmentDate', 'appointmentTime']
      : [];
  const facts = [...panelFields.first, ...ofStatus, ...asked, ...panelFields.last].map((field) =>
    field === 'nextFollowUp'
      ? { field, label: t('nextFollowUp'), value: followUp && formats.date(followUp), show: undefined }
      : {
          field,
          label: fieldName(field, lead.isDayBooked),
          value: text(lead, field),
          show: leadFields[field].show,
        },
  );
  return (
    <section className={classes.enquiry}>
      <dl className={classes.facts}>
        {facts.map(
          ({ field, label, value, show }) =>
            value && (
              <div key={field} className={classes.fact} data-field={field}>
                <dt className="quiet">{label}</dt>
                <dd>
                  {show?.(value) ?? value}
                  {offerOf[field] && showOffer(offerOf[field])}
                </dd>
              </div>
            ),
        )}
        <div className={classes.fact}>
          <dt className="quiet">{t('entered')}</dt>
          <dd>{formats.moment(lead.createdAt)}</dd>
        </div>
      </dl>
      {areNotesShown && lead.notes && (
        <div className={classes.notes}>
          <p className="quiet">{leads('fields.notes')}</p>
          <p>{lead.notes}</p>
        </div>
      )}
    </section>
  );
}
