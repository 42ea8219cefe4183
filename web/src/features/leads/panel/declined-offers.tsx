import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { type DeclinedOffer, restoreOffer, undoDecliningMinutes } from '#contract/leads/lead-offers.ts';
import { useLeadFieldName } from '#web/features/leads/record/lead-fields.tsx';
import { mutateAndRefetch } from '#web/lib/api/mutate.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { serverClock } from '#web/lib/live/server-clock.ts';
import { useSession } from '#web/lib/session/session.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import classes from './timeline-item.module.css';

/** Says who kept which of the lead's values instead of an enquiry's; its author can undo it for an hour. */
export function DeclinedOffers({ offers }: { offers: readonly DeclinedOffer[] }) {
  return offers.map((offer) => <DeclinedLine key={offer._id} offer={offer} />);
}

function DeclinedLine({ offer }: { offer: DeclinedOffer }) {
  const t = useTranslations('leadPanel');
  const errorText = useErrorText();
  const fieldName = useLeadFieldName();
  const formats = useFormats();
  const self = useSession()?._id;
  const [isBusy, setBusy] = useState(false);
  const { _id, by, createdAt, undoneAt } = offer;
  const field = fieldName(offer.field === 'appointment' ? 'appointmentDate' : offer.field, false);
  const ageMs = serverClock.now().getTime() - Date.parse(createdAt);
  const isUndoable = by._id === self && undoneAt === null && ageMs < undoDecliningMinutes * 60_000;
  const restore = async () => {
    setBusy(true);
    try {
      await mutateAndRefetch(restoreOffer, { params: { id: _id } });
    } catch (error) {
      toast.error(errorText(error));
    }
    setBusy(false);
  };
  return (
    <p className={`quiet ${classes.earlier}`}>
      <span className={classes.said} data-undone={undoneAt ? '' : undefined}>
        {t('declined', { field, name: by.name, moment: formats.moment(createdAt) })}
      </span>
      {isUndoable && (
        <button
          type="button"
          className={classes.open}
          disabled={isBusy}
          aria-label={t('restoreOfferOf', { field })}
          onClick={() => void restore()}
        >
          {t('undoDecision')}
        </button>
      )}
    </p>
  );
}
