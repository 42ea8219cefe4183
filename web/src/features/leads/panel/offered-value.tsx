import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { undoLeadChange } from '#contract/leads/lead-history.ts';
import type { LeadOffer } from '#contract/leads/lead-panel.ts';
import { correctLead, type Lead, moveLead } from '#contract/leads/leads.ts';
import { useLeadChange } from '#web/features/leads/record/leads.queries.ts';
import { mayCall } from '#web/lib/api/may-call.ts';
import { useDealer } from '#web/lib/dealer/dealer.queries.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { useSession } from '#web/lib/session/session.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { useSingleKeys } from '#web/ui/keys/keys.ts';
import { useShortcut } from '#web/ui/keys/shortcuts.tsx';
import classes from './offered-value.module.css';

/** Takes the first value that is offered. */
const takeKey = 't';

/** What further enquiries said instead of fields of a lead, and what was taken over of it. */
export function useOffers(lead: Lead, offers: readonly LeadOffer[]) {
  const t = useTranslations('leadPanel');
  const errorText = useErrorText();
  const [taken, setTaken] = useState<{ offer: LeadOffer; version: number }>();
  const correct = useLeadChange(correctLead);
  const move = useLeadChange(moveLead);
  const undo = useLeadChange(undoLeadChange);
  const mayTake = useMayTake();
  const isBusy = correct.isPending || move.isPending || undo.isPending;
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
      setTaken({ offer, version: saved.version });
    });
  const takeBack = () =>
    void trying(async () => {
      if (!taken) return;
      await undo.mutateAsync({ params, body: { version: taken.version } });
      setTaken(undefined);
    });
  const first = offers.find(mayTake);
  useShortcut(takeKey, t('offerKey'), () => {
    if (first) take(first);
  });
  const isTaken = taken?.version === lead.version;
  return (field: LeadOffer['field']) => {
    const offer = offers.find((one) => one.field === field);
    if (isTaken && taken.offer.field === field) return <Taken isBusy={isBusy} onUndo={takeBack} />;
    if (!offer) return null;
    const isFirst = offer === first;
    return (
      <Offer
        offer={offer}
        isFirst={isFirst}
        isBusy={isBusy}
        onTake={mayTake(offer) ? () => take(offer) : undefined}
      />
    );
  };
}

/** Service staff correct what was recorded only while the dealer allows it. */
function useMayTake(): (offer: LeadOffer) => boolean {
  const level = useSession()?.level;
  const { serviceMayCorrect } = useDealer();
  const mayCorrect = mayCall(correctLead, level) && (level !== 'service' || serviceMayCorrect);
  return ({ field }) => (field === 'appointment' ? mayCall(moveLead, level) : mayCorrect);
}

type OfferProps = { offer: LeadOffer; isFirst: boolean; isBusy: boolean; onTake: (() => void) | undefined };

function Offer({ offer, isFirst, isBusy, onTake }: OfferProps) {
  const t = useTranslations('leadPanel');
  const formats = useFormats();
  const [singleKeys] = useSingleKeys();
  const text = useOfferText()(offer);
  return (
    <span className={classes.offer}>
      <span className={classes.text}>
        <span className="quiet">{t('offered', { moment: formats.moment(offer.at) })}</span> {text}
      </span>
      {onTake && (
        <Button
          size="compact-xs"
          variant="default"
          className={classes.take}
          loading={isBusy}
          aria-keyshortcuts={isFirst ? takeKey : undefined}
          onClick={onTake}
        >
          {t('take')}
          <span className="visually-hidden">{t('takeOffer', { value: text })}</span>
          {isFirst && singleKeys && (
            <kbd className={classes.key} aria-hidden>
              {takeKey}
            </kbd>
          )}
        </Button>
      )}
    </span>
  );
}

function Taken({ isBusy, onUndo }: { isBusy: boolean; onUndo: () => void }) {
  const t = useTranslations('leadPanel');
  return (
    <span className={classes.offer} role="status">
      <span className="quiet">{t('taken')}</span>
      <Button size="compact-xs" variant="default" className={classes.take} loading={isBusy} onClick={onUndo}>
        {t('undoTaken')}
      </Button>
    </span>
  );
}

function useOfferText(): (offer: LeadOffer) => string {
  const formats = useFormats();
  return (offer) => {
    if (offer.field !== 'appointment') return offer.name ?? offer.value;
    const { appointmentDate, appointmentTime } = appointmentOf(offer);
    return [formats.day(appointmentDate), appointmentTime && formats.time(appointmentTime)]
      .filter(Boolean)
      .join(', ');
  };
}

function appointmentOf({ value }: LeadOffer): { appointmentDate: string; appointmentTime: string | null } {
  const [appointmentDate = '', appointmentTime = null] = value.split(' ');
  return { appointmentDate, appointmentTime };
}
