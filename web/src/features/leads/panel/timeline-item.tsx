import {
  type Icon,
  IconBrandWhatsapp,
  IconCalendarCheck,
  IconCalendarX,
  IconInbox,
  IconMail,
  IconMessage,
  IconPhone,
  IconWalk,
} from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { Comment } from '#contract/comments.ts';
import type { Contact, ContactChannel } from '#contract/contacts.ts';
import type { Enquiry } from '#contract/intake/deliveries.ts';
import type { MessageState } from '#contract/intake/whatsapp.ts';
import type {
  AutomaticAnswerFailure,
  IntakeEntry,
  OutcomeEntry,
  TimelineEntry,
} from '#contract/leads/lead-panel.ts';
import { CorrectContact, useContactCorrection } from '#web/features/leads/contact/correct-contact.tsx';
import { useDescribeVersion } from '#web/features/leads/history/history-timeline.tsx';
import { Attachments } from '#web/features/leads/record/attachments.tsx';
import { useLeadFieldName } from '#web/features/leads/record/lead-fields.tsx';
import { SentPicture, withoutPictureLine } from '#web/features/leads/record/sent-picture.tsx';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { Portrait } from '#web/ui/frame/portrait.tsx';
import { DeclinedOffers } from './declined-offers.tsx';
import { EntryFrame } from './entry-frame.tsx';
import { splitMentions } from './mentions.ts';
import { MessageItem } from './message-item.tsx';
import classes from './timeline-item.module.css';

type ContactEntry = Extract<TimelineEntry, { kind: 'contact' }>;

type TimelineItemProps = {
  entry: TimelineEntry;
  lead: string;
  customer?: string;
  onVersion?: (version: number) => void;
};

/** Shows one entry of a lead's timeline, of any kind. `customer`: who wrote the messages, where they stand together as a chat. */
export function TimelineItem({ entry, lead, customer, onVersion }: TimelineItemProps) {
  if (entry.kind === 'comment') return <CommentItem comment={entry.comment} />;
  if (entry.kind === 'contact')
    return (
      <ContactItem
        contact={entry.contact}
        message={entry.message}
        isFromPhone={entry.isFromPhone}
        lead={lead}
        isChat={customer !== undefined}
      />
    );
  if (entry.kind === 'outcome') return <OutcomeItem entry={entry} />;
  if (entry.kind === 'message')
    return <MessageItem message={entry.message} isChat={customer !== undefined} />;
  if (entry.kind === 'intake') return <EnquiryItem delivery={entry.delivery} customer={customer} />;
  return <VersionItem entry={entry} lead={lead} onVersion={onVersion} />;
}

const icons = {
  call: IconPhone,
  whatsapp: IconBrandWhatsapp,
  sms: IconMessage,
  email: IconMail,
  visit: IconWalk,
} as const satisfies Record<ContactChannel, Icon>;

// A message that took longer to come says so: nobody could have answered it before.
const lateMs = 5 * 60_000;

function EnquiryItem({
  delivery,
  customer,
}: Pick<IntakeEntry, 'delivery'> & { customer: string | undefined }) {
  const t = useTranslations('leadPanel');
  const formats = useFormats();
  const { askedAt, receivedAt, hasJoined, isBeside, channel, answer, connection } = delivery;
  const { enquiry, agreed, declined, attachments, picture } = delivery;
  const notes = withoutPictureLine(delivery.notes, picture);
  const isMessage = channel === 'whatsapp';
  const Mark = isMessage ? IconBrandWhatsapp : IconInbox;
  const mark = <Mark size={16} stroke={1.75} className={classes.icon} />;
  const isChat = customer !== undefined;
  return (
    <EntryFrame mark={mark} at={askedAt} head={customer ?? connection.name} isChat={isChat}>
      <p className={classes.said}>
        {!isChat && <span>{t(hasJoined ? (isMessage ? 'customerWrote' : 'enquiredAgain') : 'cameIn')}</span>}
        {(hasJoined || isChat) && notes && (
          <span className={classes.note} data-message>
            {notes}
          </span>
        )}
        {hasJoined && enquiry && <Enquired enquiry={enquiry} isMessage={isMessage} />}
        {agreed && <span className={classes.note}>{t('agreed', { consent: agreed })}</span>}
        {isBeside && <span className={classes.note}>{t('besideOpenLead')}</span>}
        {Date.parse(receivedAt) - Date.parse(askedAt) >= lateMs && (
          <span className={`quiet ${classes.note}`}>
            {t('arrivedLate', { moment: formats.moment(receivedAt) })}
          </span>
        )}
      </p>
      {picture && <SentPicture picture={picture} name={customer ?? connection.name} at={askedAt} />}
      <Attachments files={attachments} />
      {answer && (
        <p className={classes.said}>
          <span className="quiet">{t('answer')}</span>
          {answer.text && <span className={classes.note}>{answer.text}</span>}
        </p>
      )}
      <DeclinedOffers offers={declined} />
      {answer?.state && (
        <p>
          <Sent state={answer.state} reason={answer.reason} />
        </p>
      )}
    </EntryFrame>
  );
}

function Enquired({ enquiry, isMessage }: { enquiry: Enquiry; isMessage: boolean }) {
  const t = useTranslations('leads.fields');
  const fieldName = useLeadFieldName();
  const formats = useFormats();
  const { name, vehicleNumber, email, serviceOrCampaign, appointmentDate, appointmentTime, source } = enquiry;
  const day = appointmentDate && formats.day(appointmentDate);
  const said = [
    !isMessage && name && ([t('name'), name] as const),
    vehicleNumber && ([t('vehicleNumber'), vehicleNumber] as const),
    email && ([t('email'), email] as const),
    serviceOrCampaign && ([t('serviceOrCampaign'), serviceOrCampaign.name] as const),
    day &&
      ([
        fieldName('appointmentDate', false),
        [day, appointmentTime && formats.time(appointmentTime)].filter(Boolean).join(', '),
      ] as const),
  ].filter((each) => each !== false && each !== null && each !== '');
  return (
    <>
      {said.map(([label, text]) => (
        <span key={label} className={classes.note}>{`${label}: ${text}`}</span>
      ))}
      {source.form && <span className={`quiet ${classes.note}`}>{source.form}</span>}
    </>
  );
}

type ContactItemProps = Omit<ContactEntry, 'kind' | '_id'> & { lead: string; isChat: boolean };

function ContactItem({ contact, message, isFromPhone, lead, isChat }: ContactItemProps) {
  const t = useTranslations('leadContact');
  const formats = useFormats();
  const { isPossible, isOpen, begin, end } = useContactCorrection(contact);
  const button = useRef<HTMLButtonElement>(null);
  const { channel, outcome, note, employee, tryAgainAt, createdAt, undoneAt, earlier } = contact;
  const contactOutcomeOf = ({ channel, outcome }: Pick<Contact, 'channel' | 'outcome'>) =>
    t('told', { channel: t(`channels.${channel}`), outcome: t(`outcomes.${outcome}`) });
  const wrote = t(isFromPhone ? 'wroteOnPhone' : 'wrote');
  const said = contact.isMessage ? wrote : contactOutcomeOf({ channel, outcome });
  const Channel = icons[channel];
  const close = () => {
    button.current?.focus();
    end();
  };
  return (
    <EntryFrame
      mark={
        isChat ? (
          <Portrait name={employee.name} dp={null} size={22} />
        ) : (
          <Channel size={16} stroke={1.75} className={classes.icon} />
        )
      }
      at={createdAt}
      head={employee.name}
      isChat={isChat}
      action={
        isChat && message ? (
          <Sent {...message} />
        ) : isChat && isFromPhone ? (
          <span className={`quiet ${classes.sent}`}>{t('fromPhone')}</span>
        ) : (
          ((isPossible && contact.lead === lead) || isOpen) && (
            <button
              ref={button}
              type="button"
              className={classes.open}
              aria-label={t('correctOf', { said })}
              aria-expanded={isOpen}
              onClick={isOpen ? close : begin}
            >
              {t('correct')}
            </button>
          )
        )
      }
    >
      <p className={classes.said} data-undone={undoneAt ? '' : undefined}>
        {!isChat && <span>{said}</span>}
        {note && (
          <span className={classes.note} data-message={isChat || undefined}>
            {note}
          </span>
        )}
      </p>
      {message && !isChat && (
        <p>
          <Sent {...message} />
        </p>
      )}
      {undoneAt ? (
        <p className="quiet">{t('undone')}</p>
      ) : (
        tryAgainAt && <p className="quiet">{t('tryAgain', { moment: formats.moment(tryAgainAt) })}</p>
      )}
      {earlier.map((form) => (
        <p key={form.until} className={`quiet ${classes.earlier}`}>
          <span>{t('corrected', { moment: formats.moment(form.until), said: contactOutcomeOf(form) })}</span>
          {form.note && <span className={classes.note}>{form.note}</span>}
        </p>
      ))}
      {isOpen && <CorrectContact contact={contact} onEnd={close} />}
    </EntryFrame>
  );
}

function Sent({ state, reason }: { state: MessageState; reason: AutomaticAnswerFailure | null }) {
  const t = useTranslations('leadContact.sent');
  const why = reason && t(`reasons.${reason}`);
  return (
    <span className={state === 'failed' ? classes.failed : `quiet ${classes.sent}`} aria-live="polite">
      {why ? t('failedWhy', { why }) : t(`states.${state}`)}
    </span>
  );
}

function CommentItem({ comment }: { comment: Comment }) {
  const { text, by, mentions, createdAt } = comment;
  return (
    <EntryFrame mark={<Portrait name={by.name} dp={null} size={22} />} at={createdAt} head={by.name}>
      <p className={classes.said}>
        {splitMentions(text, mentions).map((part) =>
          part.isMention ? (
            <strong key={part.at} className={classes.mention}>
              {part.text}
            </strong>
          ) : (
            part.text
          ),
        )}
      </p>
    </EntryFrame>
  );
}

function OutcomeItem({ entry: { outcome, date, time, by, at } }: { entry: OutcomeEntry }) {
  const t = useTranslations('bookingOutcomes');
  const formats = useFormats();
  const Mark = outcome === 'arrived' ? IconCalendarCheck : IconCalendarX;
  const booked = [formats.day(date), time && formats.time(time)].filter(Boolean).join(', ');
  return (
    <EntryFrame mark={<Mark size={16} stroke={1.75} className={classes.icon} />} at={at} head={by.name}>
      <p className={classes.said}>
        {t(`outcomes.${outcome}`)} <span className="quiet">{t('bookedFor', { booked })}</span>
      </p>
    </EntryFrame>
  );
}

type VersionItemProps = TimelineItemProps & { entry: Extract<TimelineEntry, { kind: 'version' }> };

function VersionItem({ entry: { version, before }, lead, onVersion }: VersionItemProps) {
  const t = useTranslations('leadPanel');
  const history = useTranslations('leadHistory');
  const isJoined = version.entryId !== lead;
  const { sentence, also } = useDescribeVersion()(version, before ?? undefined);
  const dot = <span className={classes.dot} style={{ background: `var(--status-${version.status}-dot)` }} />;
  return (
    <EntryFrame
      mark={dot}
      at={version.createdAt}
      action={
        onVersion &&
        !isJoined && (
          <button type="button" className={classes.open} onClick={() => onVersion(version.version)}>
            {t('fullVersion')}
          </button>
        )
      }
    >
      <p className={classes.sentence}>{sentence}</p>
      {also && <p className="quiet">{also}</p>}
      {isJoined && <p className="quiet">{history('ofJoined')}</p>}
    </EntryFrame>
  );
}
