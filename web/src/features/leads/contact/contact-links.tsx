import { Button } from '@mantine/core';
import { IconBrandWhatsapp, IconMessage, IconPhone } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { ContactChannel } from '#contract/contacts.ts';
import type { Lead } from '#contract/leads/leads.ts';
import { fillMessageText, listMessageTexts, type MessageText } from '#contract/message-texts.ts';
import { isWhatsAppId } from '#contract/text/whatsapp-id.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { mayCall } from '#web/lib/api/may-call.ts';
import { useDealer } from '#web/lib/dealer/dealer.queries.ts';
import { formatsOf } from '#web/lib/format/formats.ts';
import { useWhatsApp } from '#web/lib/format/whatsapp.ts';
import { serverClock } from '#web/lib/live/server-clock.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Choice } from '#web/ui/choice/choice.tsx';
import classes from './contact-links.module.css';

type ContactLinksProps = {
  lead: Lead;
  /** As a link is followed. */
  onLeave: (by: ContactChannel) => void;
};

export function ContactLinks({ lead, onLeave }: ContactLinksProps) {
  const t = useTranslations('leadPanel');
  const [chosen, setChosen] = useState('');
  const fill = useMessage();
  const mayWrite = mayCall(listMessageTexts, useSession()?.level);
  const { data: texts = [] } = useQuery({ ...endpointQuery(listMessageTexts), enabled: mayWrite });
  const message = texts.find(({ _id }) => _id === chosen);
  const written = message ? encodeURIComponent(fill(message, lead)) : '';
  const chat = useWhatsApp(lead.phone);
  const icon = { size: 16, stroke: 1.75 } as const;
  if (isWhatsAppId(lead.phone)) return <p className="quiet">{t('noNumber')}</p>;
  return (
    <div className={classes.links}>
      <Button
        component="a"
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
      {texts.length > 0 && (
        <Choice
          className={classes.text}
          aria-label={t('messageText')}
          data={[
            { value: '', label: t('noMessageText') },
            ...texts.map(({ _id, name }) => ({ value: _id, label: name })),
          ]}
          value={chosen}
          onChange={setChosen}
        />
      )}
    </div>
  );
}

/** @returns how to fill a dealer's text for a customer, dates in the text's language. */
function useMessage(): (message: MessageText, lead: Lead) => string {
  const { timeZone } = useDealer();
  return ({ text, language }, lead) => {
    const { name, vehicleNumber, serviceCenter, appointmentDate, appointmentTime } = lead;
    const formats = formatsOf(language, timeZone);
    const date = appointmentDate && formats.date(appointmentDate);
    const appointment = date && appointmentTime ? `${date}, ${formats.time(appointmentTime)}` : date;
    const { responseDueAt: due, respondedAt } = lead;
    const callBy =
      due && !respondedAt && Date.parse(due) > serverClock.now().getTime() ? formats.moment(due) : null;
    const center = serviceCenter.name;
    return fillMessageText(text, { name, vehicle: vehicleNumber, center, appointment, callBy });
  };
}
