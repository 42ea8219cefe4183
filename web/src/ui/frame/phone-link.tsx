import { IconBrandWhatsapp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { loadPhones, useWhatsApp } from '#web/lib/format/whatsapp.ts';
import { useDealer } from '#web/lib/session/dealer.ts';
import classes from './phone-link.module.css';

type PhoneLinkProps = {
  /** National digits, or E.164. */
  phone: string;
  /** Instead of the number. */
  children?: ReactNode;
};

const load = () => void loadPhones().catch(() => undefined);

/** Links to call and to chat on WhatsApp; a dash for an erased number. */
export function PhoneLink(props: PhoneLinkProps) {
  const t = useTranslations('ui');
  return props.phone === '' ? <span className="quiet">{t('none')}</span> : <Links {...props} />;
}

function Links({ phone, children = phone }: PhoneLinkProps) {
  const t = useTranslations('ui');
  const chat = useWhatsApp(phone, useDealer().phoneCountry);
  const icon = <IconBrandWhatsapp size={17} stroke={1.75} aria-hidden />;
  return (
    <span className={classes.phone}>
      <a href={`tel:${phone}`} className={classes.call} onPointerEnter={load} onFocus={load}>
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
