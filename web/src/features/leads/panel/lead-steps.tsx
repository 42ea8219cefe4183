import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { type LeadStatus, listAllowedStatuses } from '#contract/leads/lead-status.ts';
import type { Lead } from '#contract/leads/leads.ts';
import { customerCallingLevels, isManagement } from '#contract/levels.ts';
import { addDays } from '#contract/text/dates.ts';
import { BookingOutcomeButtons } from '#web/features/leads/booking/outcome-buttons.tsx';
import { LogContact } from '#web/features/leads/contact/log-contact.tsx';
import { outcomeKeys } from '#web/features/leads/contact/outcome-keys.ts';
import type { ContactAttempt } from '#web/features/leads/contact/use-call-return.ts';
import { type KeyMode, useKeyMode } from '#web/features/leads/contact/use-key-mode.ts';
import { leadQuery } from '#web/features/leads/record/leads.queries.ts';
import { isLeadChangeable } from '#web/features/leads/record/may-change.ts';
import { useToday } from '#web/lib/dealer/dealer.queries.ts';
import { useSession } from '#web/lib/session/session.ts';
import { useDialogs } from '#web/lib/url/use-dialogs.ts';
import { StatusDot } from '#web/ui/feedback/status-dot.tsx';
import { KeyButton } from '#web/ui/keys/key-button.tsx';
import classes from './lead-steps.module.css';
import { leadPanelQuery, useMayReply } from './panel.queries.ts';

/** Shows, for those who call, what came of it and where the lead goes: last, and always in the same place. */
export function LeadOutcomes({ id, reaching }: { id: string; reaching: ContactAttempt }) {
  const { data: lead } = useQuery({ ...leadQuery(id), enabled: false });
  const level = useSession()?.level;
  if (!lead || !isLeadChangeable(lead) || !customerCallingLevels.some((one) => one === level)) return null;
  return <Outcomes key={id} lead={lead} reaching={reaching} />;
}

function Outcomes({ lead, reaching }: { lead: Lead; reaching: ContactAttempt }) {
  const t = useTranslations('leadPanel');
  const mayReply = useMayReply(lead._id);
  const keyMode = useKeyMode(t('logByKey'));
  return (
    <div ref={keyMode.outcomes} className={classes.outcomes}>
      <DueBooking lead={lead} />
      <LogContact lead={lead} reaching={reaching} mayReply={mayReply} keyMode={keyMode} />
      <LeadSteps lead={lead} keyMode={keyMode} />
    </div>
  );
}

// From the day of the booking on; once the lead is completed, for as long as its car may still stand there.
const maxReadyDays = 7;

function DueBooking({ lead }: { lead: Lead }) {
  const today = useToday();
  const booking = useQuery({ ...leadPanelQuery(lead._id), enabled: false }).data?.booking;
  const isDue = lead.status === 'booked' && booking && booking.date <= today;
  const isFresh = lead.status === 'completed' && booking && booking.date >= addDays(today, -maxReadyDays);
  if (!lead.isActive || !(isDue || isFresh)) return null;
  return <BookingOutcomeButtons lead={lead} booking={booking} />;
}

function LeadSteps({ lead, keyMode }: { lead: Lead; keyMode: KeyMode }) {
  const t = useTranslations('leadPanel');
  const status = useTranslations('leadStatus');
  const level = useSession()?.level;
  const { openDialog } = useDialogs();
  const steps = level ? listAllowedStatuses(lead.status, isManagement(level)) : [];
  return (
    <section>
      {steps.length > 0 && <h3 className="visually-hidden">{t('nextSteps')}</h3>}
      <div className={classes.steps}>
        {lead.status === 'booked' && (
          <KeyButton
            isSmall
            opensForm
            shortcut="r"
            label={status('reschedule')}
            onPress={() => openDialog('lead.reschedule', lead._id)}
          />
        )}
        {steps.map((status) => (
          <MoveButton key={status} lead={lead} status={status} keyMode={keyMode} />
        ))}
      </div>
    </section>
  );
}

const stepKeys: Partial<Record<LeadStatus, string>> = {
  potential: outcomeKeys.followUp,
  booked: outcomeKeys.booked,
  completed: outcomeKeys.completed,
  lostCustomer: outcomeKeys.lost,
};

type MoveButtonProps = { lead: Lead; status: LeadStatus; keyMode: KeyMode };

/** Opens the form that moves a lead. Booking, for which people are on the phone, always has the key that it has on the board. */
function MoveButton({ lead: { _id: id }, status, keyMode }: MoveButtonProps) {
  const t = useTranslations('leads.statuses');
  const { openDialog } = useDialogs();
  const label = t(status);
  const mark = <StatusDot status={status}>{label}</StatusDot>;
  const open = () => {
    // So that the focus returns to where it was before, and no digit is left.
    keyMode.end();
    openDialog('lead.move', `${id}.${status}`);
  };
  const shortcut = keyMode.isOn ? stepKeys[status] : status === 'booked' ? 'b' : undefined;
  return (
    <KeyButton isSmall opensForm shortcut={shortcut} label={label} onPress={open}>
      {mark}
    </KeyButton>
  );
}
