import { useTranslations } from 'use-intl';
import type { LeadVersion } from '#contract/leads/lead-history.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import classes from './history-timeline.module.css';
import { useHistoryStory } from './use-history-story.ts';

type HistoryTimelineProps = {
  /** Newest first; undefined: loading. */
  versions: LeadVersion[] | undefined;
  /** The version before the page's last one, if known. */
  before: LeadVersion | undefined;
};

export function HistoryTimeline({ versions, before }: HistoryTimelineProps) {
  const t = useTranslations('leadHistory');
  const formats = useFormats();
  const tell = useHistoryStory();

  return (
    <section className={classes.timeline} aria-label={t('timeline')}>
      <h2 className={`heading ${classes.title}`}>{t('timeline')}</h2>
      <ol aria-busy={!versions}>
        {versions?.map((version, at) => {
          const earlier = versions[at + 1] ?? before;
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
