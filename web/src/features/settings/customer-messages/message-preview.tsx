import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { listAnswerButtons } from '#contract/customer-messages/answer-buttons.ts';
import type {
  CustomerMessageKind,
  CustomerMessageWay,
} from '#contract/customer-messages/customer-message.ts';
import type { MessageTemplate } from '#contract/customer-messages/message-settings.ts';
import { countSmsParts, smsPartSizes, toSmsText } from '#contract/customer-messages/sms-parts.ts';
import type { MessageValues } from '#contract/message-texts.ts';
import { fillMessageText } from '#contract/message-texts.ts';
import { listOwnServiceCenters } from '#contract/service-centers.ts';
import { addDays } from '#contract/text/dates.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { useDealer, useToday } from '#web/lib/dealer/dealer.queries.ts';
import { createFormats } from '#web/lib/format/formats.ts';
import { useLanguageName } from '#web/lib/i18n/use-language-name.ts';
import classes from './customer-messages.module.css';
import { fillTemplate, type MessageLanguage } from './kind-values.ts';

type ShownTemplate = Pick<MessageTemplate, 'body' | 'buttons'> & { variables: readonly string[] };

type MessagePreviewProps = {
  kind: CustomerMessageKind;
  way: CustomerMessageWay;
  language: MessageLanguage;
  text: string;
  template: ShownTemplate | undefined;
};

/** Shows a text with sample values, as a customer sees it. */
export function MessagePreview({ kind, way, language, text, template }: MessagePreviewProps) {
  const t = useTranslations('messageSettings.preview');
  const languageName = useLanguageName();
  const sampleOf = useSampleValues();
  const values = sampleOf(language);
  const filled = fillMessageText({ text, language }, values);
  return (
    <figure className={classes.preview}>
      <figcaption className="visually-hidden">{t('of', { language: languageName(language) })}</figcaption>
      {way === 'whatsapp' && (
        <>
          <p className="quiet">{t('reply')}</p>
          <MessageBubble
            way={way}
            language={language}
            text={filled}
            buttons={listAnswerButtons(kind, language)}
          />
          <p className="quiet">{t(template ? 'template' : 'noTemplate')}</p>
          {template && (
            <MessageBubble
              way={way}
              language={language}
              text={fillTemplate(template.body, template.variables, values)}
              buttons={template.buttons}
            />
          )}
        </>
      )}
      {way === 'sms' && (
        <>
          <MessageBubble way={way} language={language} text={toSmsText(filled)} />
          <SmsParts text={toSmsText(filled)} />
        </>
      )}
      {way === 'email' && <Letter language={language} text={filled} />}
    </figure>
  );
}

type BubbleProps = {
  way: CustomerMessageWay;
  language: string;
  text: string;
  buttons?: readonly string[];
};

/** A message as the customer sees it in WhatsApp or as an SMS. */
export function MessageBubble({ way, language, text, buttons = [] }: BubbleProps) {
  return (
    <div className={classes.bubble} data-way={way} lang={language} dir="auto">
      <p className={classes.words}>{text}</p>
      {buttons.length > 0 && (
        <ul className={classes.replies}>
          {buttons.map((button) => (
            <li key={button}>{button}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Says how many parts of an SMS a text takes. */
export function SmsParts({ text }: { text: string }) {
  const t = useTranslations('messageSettings.preview');
  const { parts, signs, alphabet } = countSmsParts(text);
  return (
    <p className="quiet" role="status">
      {alphabet === 'gsm'
        ? t('sms', { parts, signs })
        : t('smsUnicode', { parts, signs, single: smsPartSizes.unicode.single })}
    </p>
  );
}

function Letter({ language, text }: { language: string; text: string }) {
  const t = useTranslations('messageSettings.preview');
  const { name } = useDealer();
  return (
    <div className={classes.letter}>
      <p className="quiet">{t('from', { dealer: name })}</p>
      <p className={classes.words} lang={language} dir="auto">
        {text}
      </p>
    </div>
  );
}

const sampleTime = '10:30';

/** @returns what fills the placeholders of a preview in a language. */
function useSampleValues(): (language: string) => MessageValues {
  const t = useTranslations('messageSettings.sample');
  const { name, timeZone } = useDealer();
  const today = useToday();
  const { data: centers = [] } = useQuery(endpointQuery(listOwnServiceCenters));
  return (language) => {
    const formats = createFormats(language, timeZone);
    return {
      name: t('name'),
      vehicle: t('vehicle'),
      center: centers[0]?.name ?? name,
      appointment: `${formats.date(addDays(today, 1))}, ${formats.time(sampleTime)}`,
      callBy: null,
    };
  };
}
