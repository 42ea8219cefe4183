import { useTranslations } from 'use-intl';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { useLeadViewers } from '#web/lib/live/presence.ts';
import { Portrait } from '#web/ui/frame/portrait.tsx';
import classes from './present-mark.module.css';

/** Marks in a list that colleagues have a lead open, and says who; nothing if none has. */
export function LeadViewersMark({ lead }: { lead: string }) {
  const t = useTranslations('leads');
  const formats = useFormats();
  const people = useLeadViewers(lead);
  if (people.length === 0) return null;
  const said = t('present', {
    names: formats.list(people.map(({ name }) => name)),
    count: people.length,
  });
  return (
    <span className={classes.mark} title={said}>
      {people.slice(0, 3).map(({ _id, name }) => (
        <Portrait key={_id} name={name} dp={null} size={18} />
      ))}
      <span className="visually-hidden">{said}</span>
    </span>
  );
}
