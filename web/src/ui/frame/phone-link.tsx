import { IconBrandWhatsapp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { isWhatsAppId } from '#contract/text/whatsapp-id.ts';
import { useWhatsAppLink } from '#web/lib/format/whatsapp.ts';
import classes from './phone-link.module.css';

type PhoneLinkProps = {
  phone: string;
  children?: ReactNode;
};

/** Links to call and to chat on WhatsApp; a dash for an erased number, words for one that WhatsApp does not tell. */
export function PhoneLink(props: PhoneLinkProps) {
  const t = useTranslations('ui');
  if (props.phone === '') return <span className="quiet">{t('none')}</span>;
  if (isWhatsAppId(props.phone)) return <span className="quiet">{t('noNumber')}</span>;
  return <Links {...props} />;
}

function Links({ phone, children = phone }: PhoneLinkProps) {
  const t = useTranslations('ui');
  const chat = useWhatsAppLink(phone);
  const icon = <IconBrandWhatsapp size={17} stroke={1.75} aria-hidden />;
  return (
    <span className={classes.phone}>
      <a href={`tel:${phone}`} className={classes.call}>
        {children}
      </a>
      {chat ? (
        <a
          href={chat}
          target="_blank"
          rel="noreferrer"
          className={classes.chat}
          aria-label={t('whatsApp', { phone })}
          title={t('whatsApp', { phone })}
        >
          {icon}
        </a>
      ) : (
        <span className={classes.chat} aria-hidden>
          {icon}
        </span>
      )}
    </span>
  );
}
