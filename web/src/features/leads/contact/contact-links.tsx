import { Button } from '@mantine/core';
import { IconBrandWhatsapp, IconMessage, IconPhone } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { ContactChannel } from '#contract/contacts.ts';
import type { Lead } from '#contract/leads/leads.ts';
import {
  fillMessageText,
  isMessageComplete,
  listMessageTexts,
  type MessageText,
  type MessageValues,
} from '#contract/message-texts.ts';
import { isWhatsAppId } from '#contract/text/whatsapp-id.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { mayCall } from '#web/lib/api/may-call.ts';
import { useDealer } from '#web/lib/dealer/dealer.queries.ts';
import { useMessageChoices } from '#web/lib/dealer/use-message-choices.ts';
import { createFormats } from '#web/lib/format/formats.ts';
import { useWhatsAppLink } from '#web/lib/format/whatsapp.ts';
import { serverClock } from '#web/lib/live/server-clock.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Choice } from '#web/ui/choice/choice.tsx';
import classes from './contact-links.module.css';
import { toCallId } from './focus-ids.ts';

type ContactLinksProps = {
  lead: Lead;
  onLeave: (by: ContactChannel) => void;
};

/**
 * Shows the links that call, message or email a lead's customer, and a choice of the message. `onLeave` gets the channel of a link that
 * is followed.
 */
export function ContactLinks({ lead, onLeave }: ContactLinksProps) {
  const t = useTranslations('leadPanel');
  const fields = useTranslations('leads.fields');
  const [chosen, setChosen] = useState('');
  const valuesFor = useMessageValues(lead);
  const choicesOf = useMessageChoices();
  const mayWrite = mayCall(listMessageTexts, useSession()?.level);
  const { data: texts = [] } = useQuery({ ...endpointQuery(listMessageTexts), enabled: mayWrite });
  const complete = texts.filter((text) => isMessageComplete(text, valuesFor(text)));
  const message = complete.find(({ _id }) => _id === chosen);
  const preview = message && fillMessageText(message, valuesFor(message));
  const written = preview ? encodeURIComponent(preview) : '';
  const chat = useWhatsAppLink(lead.phone);
  const icon = { size: 16, stroke: 1.75 } as const;
  if (isWhatsAppId(lead.phone)) return <p className="quiet">{t('noNumber')}</p>;
  return (
    <div className={classes.contact}>
      {/* Its button is not printed. */}
      <p className="print-only">
        {fields('phone')} <strong className="unbroken">{lead.phone}</strong>
      </p>
      <div className={classes.links}>
        <Button
          component="a"
          id={toCallId(lead)}
          href={`tel:${lead.phone}`}
          onClick={() => onLeave('call')}
          leftSection={<IconPhone {...icon} />}
          aria-label={`${t('call')} ${lead.phone}`}
          className={classes.phone}
        >
          {lead.phone}
        </Button>
        <Button
          component="a"
          variant="default"
          href={chat && written ? `${chat}?text=${written}` : chat}
          onClick={() => onLeave('whatsapp')}
          target="_blank"
          rel="noreferrer"
          title={t('whatsApp')}
        >
          <IconBrandWhatsapp {...icon} aria-hidden />
          <span className={classes.label}>{t('whatsApp')}</span>
        </Button>
        <Button
          component="a"
          variant="default"
          href={written ? `sms:${lead.phone}?body=${written}` : `sms:${lead.phone}`}
          onClick={() => onLeave('sms')}
          title={t('sms')}
        >
          <IconMessage {...icon} aria-hidden />
          <span className={classes.label}>{t('sms')}</span>
        </Button>
        {complete.length > 0 && (
          <Choice
            className={classes.text}
            aria-label={t('messageText')}
            data={[
              { value: '', label: t('noMessageText') },
              ...choicesOf(texts).filter(({ value }) => complete.some(({ _id }) => _id === value)),
            ]}
            value={message ? chosen : ''}
            onChange={setChosen}
          />
        )}
      </div>
      {message && preview && (
        <figure className={classes.preview}>
          <figcaption className="quiet">{t('messagePreview')}</figcaption>
          <p role="status" lang={message.language} dir="auto" className={classes.message}>
            {preview}
          </p>
        </figure>
      )}
    </div>
  );
}

function useMessageValues(lead: Lead): (message: MessageText) => MessageValues {
  const { timeZone } = useDealer();
  return ({ language }) => {
    const { name, vehicleNumber, serviceCenter, responseDueAt: due, respondedAt } = lead;
    const formats = createFormats(language, timeZone);
    const isDue = due && !respondedAt && Date.parse(due) > serverClock.now().getTime();
    return {
      name,
      vehicle: vehicleNumber,
      center: serviceCenter.name,
      appointment: appointmentOf(lead, formats),
      callBy: isDue ? formats.moment(due) : null,
    };
  };
}

function appointmentOf(lead: Lead, formats: ReturnType<typeof createFormats>): string | null {
  const { status, appointmentDate, appointmentTime } = lead;
  // Before that it is only the day that the customer asked for.
  if (status !== 'booked' || !appointmentDate) return null;
  const date = formats.date(appointmentDate);
  return appointmentTime ? `${date}, ${formats.time(appointmentTime)}` : date;
}
