import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { maxKnownLeads, textLength } from '#contract/business.ts';
import {
  type DeliveryDetails,
  getDelivery,
  ignoreDelivery,
  placeDelivery,
  replayDeliveries,
} from '#contract/intake/deliveries.ts';
import { isWhatsAppId } from '#contract/text/whatsapp-id.ts';
import { KnownCaller } from '#web/features/leads/form/known-caller.tsx';
import {
  emptyLeadValues,
  type LeadFormInput,
  type LeadFormOutput,
  leadFormSchema,
} from '#web/features/leads/form/lead-form.ts';
import { LeadInputs } from '#web/features/leads/form/lead-inputs.tsx';
import type { ConfirmedDuplicate } from '#web/features/leads/form/use-create-leads.ts';
import { usePreselectOffered } from '#web/features/leads/form/use-offered.ts';
import { Attachments } from '#web/features/leads/record/attachments.tsx';
import { SentPicture } from '#web/features/leads/record/sent-picture.tsx';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { mutate } from '#web/lib/api/mutate.ts';
import { useDealer, useToday } from '#web/lib/dealer/dealer.queries.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { dialogParam } from '#web/lib/url/use-dialogs.ts';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import type { DialogProps } from '#web/ui/dialog/dialog-host.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { RecordDialog } from '#web/ui/dialog/lazy-dialog.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { useUndoOffer } from '#web/ui/feedback/use-undoable.ts';
import { leaveWithoutAsking } from '#web/ui/form/leave.ts';
import { FormFailure } from '#web/ui/form/refusals.tsx';
import { useForm } from '#web/ui/form/use-form.tsx';
import classes from './delivery-dialog.module.css';

/** Shows a delivery as it came and, while it waits for a person, the form that makes a lead of it. */
export function DeliveryDialog({ id, onDone, onClose }: DialogProps) {
  const t = useTranslations('intake');
  const query = useQuery(endpointQuery(getDelivery, { params: { id } }));
  return (
    <RecordDialog query={query} title={t('told')} fields={6} onClose={onClose}>
      {(delivery) =>
        delivery.lead || delivery.text === null ? (
          <Dialog isTall title={t('told')} size={640} onClose={onClose}>
            {delivery.resolvedBy && <p>{t('by', { name: delivery.resolvedBy.name })}</p>}
            <AsItCame isAlone delivery={delivery} />
          </Dialog>
        ) : (
          <PlaceForm key={id} delivery={delivery} onDone={onDone} onClose={onClose} />
        )
      }
    </RecordDialog>
  );
}

function PlaceForm({ delivery, onDone, onClose }: Omit<DialogProps, 'id'> & { delivery: DeliveryDetails }) {
  const { _id: id } = delivery;
  const t = useTranslations('intake');
  const leads = useTranslations('leads');
  const { phoneCountry } = useDealer();
  const today = useToday();
  const { forceReplace: replaceUnguarded } = useListUrl();
  const isSettled = useRef(false);
  // The list goes on with the next one that waits.
  const goOn = () => onDone() || onClose();
  const [meant, setMeant] = useState<ConfirmedDuplicate[]>([]);
  const said = understood(delivery);
  const toldPhone = delivery.enquiry?.phone;
  const offerToUndo = useUndoOffer({
    line: () => t('ignored', { who: delivery.summary ?? t('unknown') }),
    undo: () => mutate(replayDeliveries, { body: { deliveries: [id] } }),
  });
  const ignoring = useMutation({
    mutationFn: () => mutate(ignoreDelivery, { params: { id }, body: {} }),
    onMutate: () => forget(),
    onSuccess() {
      offerToUndo(undefined);
      leaveWithoutAsking(goOn);
    },
  });
  const { form, dialog, forget } = useForm<LeadFormInput, LeadFormOutput>({
    schema: leadFormSchema({
      phoneCountry,
      today,
      ...(toldPhone && isWhatsAppId(toldPhone) && { phone: toldPhone }),
    }),
    record: said,
    isNew: true,
    draft: `delivery:${id}`,
    async save({ type: _type, ...body }) {
      ignoring.reset();
      const { lead, hasJoined } = await mutate(placeDelivery, {
        params: { id },
        body: { ...body, meant: meant.flatMap(({ leads }) => leads).slice(0, maxKnownLeads) },
      });
      isSettled.current = true;
      toast.success(hasJoined ? t('joined', { name: lead.name }) : t('placed'));
    },
    onClose: () => (isSettled.current ? goOn() : onClose()),
  });
  const openInstead = (record: { found: string | undefined; dialog?: string }) =>
    leaveWithoutAsking(() => replaceUnguarded({ dialog: undefined, ...record }));
  usePreselectOffered(form);
  return (
    <FormDialog
      {...dialog}
      isSubmitting={dialog.isSubmitting || ignoring.isPending}
      title={t('place')}
      submit={leads('addLead')}
      otherSubmit={
        delivery.state === 'ignored' ? undefined : { label: t('ignore'), onSubmit: () => ignoring.mutate() }
      }
      failure={ignoring.error ? <FormFailure error={ignoring.error} /> : dialog.failure}
      notice={<AsItCame delivery={delivery} />}
    >
      <LeadInputs
        form={form}
        focused={findMissingField(delivery, said)}
        afterPhone={
          <KnownCaller
            form={form}
            onOpen={(found) => openInstead({ found })}
            onMerge={(ids) =>
              openInstead({ found: ids[0], dialog: dialogParam('leads.merge', ids.join('.')) })
            }
            confirmed={meant}
            onConfirm={(one) => setMeant((all) => [...all, one])}
          />
        }
      />
    </FormDialog>
  );
}

function understood({ enquiry, text, texts }: DeliveryDetails): LeadFormInput {
  const {
    serviceCenter,
    serviceOrCampaign,
    source: _source,
    ...fields
  } = enquiry ?? {
    notes: (joinTexts(texts) || text)?.slice(0, textLength.notes) ?? null,
  };
  const said = Object.entries(fields).filter(([, text]) => text !== null);
  return {
    ...emptyLeadValues(serviceCenter?._id ?? ''),
    ...Object.fromEntries(said),
    serviceOrCampaign: serviceOrCampaign?._id ?? '',
    type: serviceOrCampaign?.type ?? '',
  };
}

const requiredFields = ['name', 'phone', 'serviceCenter'] as const;

function findMissingField({ reason }: DeliveryDetails, said: LeadFormInput) {
  return requiredFields.find((field) => !said[field] || (field === 'phone' && reason === 'badPhone'));
}

function joinTexts(texts: DeliveryDetails['texts']): string {
  return texts.map(({ label, text }) => (label ? `${label}: ${text}` : text)).join('\n');
}

function AsItCame({ delivery, isAlone }: { delivery: DeliveryDetails; isAlone?: boolean }) {
  const { text, texts, connection, receivedAt, attachments, picture } = delivery;
  const t = useTranslations('intake');
  const formats = useFormats();
  if (text === null) return <p className="quiet">{t('erased')}</p>;
  const raw = <pre className="code-block">{text}</pre>;
  return (
    <figure className={classes.text} data-alone={isAlone}>
      <figcaption className="quiet">
        {t('text', { from: connection.name, at: formats.moment(receivedAt) })}
      </figcaption>
      {texts.length > 0 ? (
        <>
          <dl className={classes.texts}>
            {texts.map(({ path, label, text }) => (
              <div key={path}>
                <dt>{label || t('message')}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
          <details>
            <summary>{t('raw')}</summary>
            {raw}
          </details>
        </>
      ) : (
        raw
      )}
      {picture && <SentPicture picture={picture} name={connection.name} at={receivedAt} />}
      <Attachments files={attachments} />
    </figure>
  );
}
