import { useTranslations } from 'use-intl';
import type { LeadVersion } from '#contract/leads/lead-history.ts';
import { hasAppointment } from '#contract/leads/lead-status.ts';
import {
  type LeadField,
  useFormatLeadField,
  useLeadFieldName,
} from '#web/features/leads/record/lead-fields.tsx';
import { useToday } from '#web/lib/dealer/dealer.queries.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import classes from './history-timeline.module.css';
import { describeVersion, type PreviousVersion, type VersionEvent } from './version-events.ts';

type HistoryTimelineProps = {
  versions: LeadVersion[] | undefined;
  before: LeadVersion | undefined;
  entryId: string;
};

/** Lists the versions of a lead, newest first, with what each changed. `before`: the version before the last of them. */
export function HistoryTimeline({ versions, before, entryId: of }: HistoryTimelineProps) {
  const t = useTranslations('leadHistory');
  const formats = useFormats();
  const tell = useDescribeVersion();

  return (
    <section className={classes.timeline} aria-label={t('timeline')}>
      <h2 className={`heading ${classes.title}`}>{t('timeline')}</h2>
      <ol aria-busy={!versions}>
        {versions?.map((version, at) => {
          const isSame = ({ entryId }: LeadVersion) => entryId === version.entryId;
          const earlier =
            versions.slice(at + 1).find(isSame) ?? (before && isSame(before) ? before : undefined);
          const story = earlier || version.version === 1 ? tell(version, earlier) : undefined;
          return (
            <li key={version._id} className={classes.event}>
              <span
                className={classes.dot}
                style={{ background: `var(--status-${version.status}-dot)` }}
                aria-hidden
              />
              <p className={classes.sentence}>{story?.sentence ?? <Skeleton width="80%" />}</p>
              {story?.also && <p className="quiet">{story.also}</p>}
              {version.entryId !== of && <p className="quiet">{t('ofJoined')}</p>}
              <p className="quiet">
                <time dateTime={version.createdAt}>{formats.moment(version.createdAt)}</time>
              </p>
            </li>
          );
        }) ??
          [70, 85, 60].map((width) => (
            <li key={width} className={classes.event}>
              <span className={classes.dot} aria-hidden />
              <Skeleton width={`${width}%`} />
            </li>
          ))}
      </ol>
    </section>
  );
}

/** @returns a function that describes a version in one sentence, and its other fields in a second. */
export function useDescribeVersion(): (
  version: LeadVersion,
  before: PreviousVersion | undefined,
) => { sentence: string; also: string } {
  const t = useTranslations('leadHistory');
  const leads = useTranslations('leads');
  const formats = useFormats();
  const today = useToday();
  const text = useFormatLeadField();
  const fieldName = useLeadFieldName();
  const fieldNames = (fields: readonly string[], { isDayBooked }: LeadVersion) =>
    formats.all(fields.map((field) => fieldName(field as LeadField, isDayBooked)));

  function tellMove(name: string, move: Extract<VersionEvent, { kind: 'moved' }>): string {
    const { to, detail } = move;
    const date = move.date && formats.nearDate(move.date, today);
    const base = { name, from: leads(`statuses.${move.from}`), to: leads(`statuses.${to}`) };
    if (to === 'potential' && date) return t('movedToPotential', { ...base, date });
    if (to === 'booked' && date) {
      return move.time
        ? t('movedToBookedAt', { ...base, date, time: formats.time(move.time) })
        : t('movedToBooked', { ...base, date });
    }
    if (to === 'completed' && detail) return t('movedToCompleted', { ...base, jobId: detail });
    if (to === 'lostCustomer' && detail) return t('movedToLost', { ...base, reason: detail });
    return t('moved', base);
  }

  function tellEdit(name: string, version: LeadVersion, fields: readonly string[]): string {
    const [field, ...others] = fields;
    if (!field || others.length > 0) return t('changed', { name, fields: fieldNames(fields, version) });
    if (field === 'notes') return t('noted', { name });
    const value = text(version, field as LeadField);
    return value
      ? t('changedTo', { name, field: fieldNames([field], version), value })
      : t('cleared', { name, field: fieldNames([field], version) });
  }

  return (version, before) => {
    const { name } = version.lastModifiedBy;
    const { happening, also } = describeVersion(version, before);
    const date = 'date' in happening && happening.date ? formats.nearDate(happening.date, today) : undefined;
    const rest = also.length > 0 ? t('also', { fields: fieldNames(also, version) }) : '';
    switch (happening.kind) {
      case 'moved':
        return { sentence: tellMove(name, happening), also: rest };
      case 'followedUp': {
        const { count } = happening;
        const sentence = date ? t('followedUpNext', { name, count, date }) : t('followedUp', { name, count });
        return { sentence, also: rest };
      }
      case 'scheduled':
        return { sentence: t('scheduledFollowUp', { name, date: date ?? '' }), also: rest };
      case 'appointed': {
        const { time } = happening;
        const said = hasAppointment(version.status) ? 'appointed' : 'preferred';
        const sentence = time
          ? t(`${said}At`, { name, date: date ?? '', time: formats.time(time) })
          : t(said, { name, date: date ?? '' });
        return { sentence, also: rest };
      }
      case 'unappointed':
        return {
          sentence: t(hasAppointment(version.status) ? 'unappointed' : 'unpreferred', { name }),
          also: rest,
        };
      case 'joined':
      case 'parted':
        return { sentence: t(happening.kind, { name, count: happening.count }), also: rest };
      case 'edited':
        return { sentence: tellEdit(name, version, also), also: '' };
      default:
        return { sentence: t(happening.kind, { name }), also: rest };
    }
  };
}
