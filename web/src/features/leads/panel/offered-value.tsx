import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { EndpointBodyInput } from '#contract/call/endpoint.ts';
import { undoLeadChange } from '#contract/leads/lead-history.ts';
import {
  type DeclinedOffer,
  declineOffer,
  type LeadOffer,
  restoreOffer,
} from '#contract/leads/lead-offers.ts';
import { correctLead, type Lead, moveLead } from '#contract/leads/leads.ts';
import { useFormatLeadField } from '#web/features/leads/record/lead-fields.tsx';
import { useLeadMutation } from '#web/features/leads/record/leads.queries.ts';
import { mayCall } from '#web/lib/api/may-call.ts';
import { mutateAndRefetch } from '#web/lib/api/mutate.ts';
import { useDealer } from '#web/lib/dealer/dealer.queries.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { useSession } from '#web/lib/session/session.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { useSingleKeys } from '#web/ui/keys/keys.ts';
import { useShortcut } from '#web/ui/keys/shortcuts.tsx';
import classes from './offered-value.module.css';

/** Takes the first value that is offered over. */
const takeKey = 't';
/** Keeps the lead's own value instead. */
const keepKey = 'o';

/** Says what was done last to an offer, while it can be undone here. `version` is the lead's once the value was taken over. */
type Decision =
  | { field: LeadOffer['field']; version: number }
  | { field: LeadOffer['field']; declined: DeclinedOffer['_id'] };

/** Returns how to draw what a further enquiry said instead of a field of one lead; what was decided can be undone. */
export function useLeadOffers(lead: Lead, offers: readonly LeadOffer[]) {
  const t = useTranslations('leadPanel');
  const errorText = useErrorText();
  const [decision, setDecision] = useState<Decision>();
  const correct = useLeadMutation(correctLead);
  const move = useLeadMutation(moveLead);
  const undo = useLeadMutation(undoLeadChange);
  const decline = useMutation({
    mutationFn: (body: EndpointBodyInput<typeof declineOffer>) =>
      mutateAndRefetch(declineOffer, { params, body }),
  });
  const restore = useMutation({
    mutationFn: (id: string) => mutateAndRefetch(restoreOffer, { params: { id } }),
  });
  const mayTake = useMayTake();
  const ownText = useOwnText(lead);
  const isBusy = [correct, move, undo, decline, restore].some(({ isPending }) => isPending);
  const params = { id: lead._id };

  const trying = async (act: () => Promise<void>) => {
    if (isBusy) return;
    try {
      await act();
    } catch (error) {
      toast.error(errorText(error));
    }
  };
  const take = (offer: LeadOffer) =>
    void trying(async () => {
      const { version } = lead;
      const saved = await (offer.field === 'appointment'
        ? move.mutateAsync({ params, body: { ...appointmentOf(offer), version } })
        : correct.mutateAsync({ params, body: { [offer.field]: offer.value, version } }));
      setDecision({ field: offer.field, version: saved.version });
    });
  const keep = ({ enquiry, field }: LeadOffer) =>
    void trying(async () => {
      const { _id } = await decline.mutateAsync({ enquiry, field });
      setDecision({ field, declined: _id });
    });
  const takeBack = () =>
    void trying(async () => {
      if (!decision) return;
      if ('declined' in decision) await restore.mutateAsync(decision.declined);
      else await undo.mutateAsync({ params, body: { version: decision.version } });
      setDecision(undefined);
    });
  const first = offers.find(mayTake);
  useShortcut(takeKey, t('offerKey'), first && (() => take(first)));
  useShortcut(keepKey, t('keepKey'), first && (() => keep(first)));
  const isUndoable = decision && ('declined' in decision || decision.version === lead.version);
  return (field: LeadOffer['field']) => {
    const offer = offers.find((one) => one.field === field);
    if (isUndoable && decision.field === field && !(offer && 'declined' in decision))
      return <Decided isKept={'declined' in decision} isBusy={isBusy} onUndo={takeBack} />;
    if (!offer) return null;
    const isFirst = offer === first;
    return (
      <Offer
        offer={offer}
        own={ownText(field)}
        isFirst={isFirst}
        isBusy={isBusy}
        decide={mayTake(offer) ? { take: () => take(offer), keep: () => keep(offer) } : undefined}
      />
    );
  };
}

function useMayTake(): (offer: LeadOffer) => boolean {
  const level = useSession()?.level;
  const { serviceMayCorrect } = useDealer();
  const mayCorrect = mayCall(correctLead, level) && (level !== 'service' || serviceMayCorrect);
  return ({ field }) => (field === 'appointment' ? mayCall(moveLead, level) : mayCorrect);
}

type OfferProps = {
  offer: LeadOffer;
  /** Says what the lead says. */
  own: string;
  isFirst: boolean;
  isBusy: boolean;
  /** Absent for who may not decide. */
  decide: { take: () => void; keep: () => void } | undefined;
};

function Offer({ offer, own, isFirst, isBusy, decide }: OfferProps) {
  const t = useTranslations('leadPanel');
  const formats = useFormats();
  const text = useOfferText()(offer);
  return (
    <span className={classes.offer}>
      <span className={classes.text}>
        <span className="quiet">{t('offered', { moment: formats.moment(offer.at) })}</span> {text}
      </span>
      {decide && (
        <span className={classes.decisions}>
          <DecideButton
            label={t('take')}
            value={text}
            shortcut={isFirst ? takeKey : undefined}
            isBusy={isBusy}
            onPress={decide.take}
          />
          <DecideButton
            label={t('keep')}
            value={own}
            shortcut={isFirst ? keepKey : undefined}
            isBusy={isBusy}
            onPress={decide.keep}
          />
        </span>
      )}
    </span>
  );
}

type DecideButtonProps = {
  label: string;
  value: string;
  shortcut: string | undefined;
  isBusy: boolean;
  onPress: () => void;
};

function DecideButton({ label, value, shortcut, isBusy, onPress }: DecideButtonProps) {
  const t = useTranslations('leadPanel');
  const [singleKeys] = useSingleKeys();
  return (
    <Button
      size="compact-xs"
      variant="default"
      className={classes.decide}
      disabled={isBusy}
      aria-keyshortcuts={shortcut}
      onClick={onPress}
    >
      {label}
      <span className="visually-hidden">{t('offerValue', { value })}</span>
      {shortcut && singleKeys && (
        <kbd className={classes.key} aria-hidden>
          {shortcut}
        </kbd>
      )}
    </Button>
  );
}

type DecidedProps = { isKept: boolean; isBusy: boolean; onUndo: () => void };

function Decided({ isKept, isBusy, onUndo }: DecidedProps) {
  const t = useTranslations('leadPanel');
  return (
    <span className={classes.offer} role="status">
      <span className="quiet">{t(isKept ? 'kept' : 'taken')}</span>
      <Button
        size="compact-xs"
        variant="default"
        className={classes.decide}
        disabled={isBusy}
        onClick={onUndo}
      >
        {t('undoDecision')}
      </Button>
    </span>
  );
}

type Appointment = Pick<Lead, 'appointmentDate' | 'appointmentTime'>;

function useAppointmentText(): (appointment: Appointment) => string {
  const formats = useFormats();
  return ({ appointmentDate: day, appointmentTime: time }) =>
    [day && formats.day(day), time && formats.time(time)].filter(Boolean).join(', ');
}

function useOfferText(): (offer: LeadOffer) => string {
  const appointmentText = useAppointmentText();
  return (offer) =>
    offer.field === 'appointment' ? appointmentText(appointmentOf(offer)) : (offer.name ?? offer.value);
}

/** Returns how to write what a lead says in a field that has offers. */
function useOwnText(lead: Lead): (field: LeadOffer['field']) => string {
  const appointmentText = useAppointmentText();
  const leadText = useFormatLeadField();
  return (field) => (field === 'appointment' ? appointmentText(lead) : leadText(lead, field));
}

function appointmentOf({ value }: LeadOffer): Appointment & { appointmentDate: string } {
  const [appointmentDate = '', appointmentTime = null] = value.split(' ');
  return { appointmentDate, appointmentTime };
}
