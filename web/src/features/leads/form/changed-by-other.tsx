import { useTranslations } from 'use-intl';
import type { Lead } from '#contract/leads/leads.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { session } from '#web/lib/session/session.ts';
import { QuietLine } from '#web/ui/feedback/notice.tsx';
import type { Comparison } from './lead-conflict.ts';

/** Who changed which fields while the form was untouched. */
export type ChangeByOther<Field extends string> = { by: string; fields: Field[] };

/** @returns others' change in a newer version; undefined for one's own and for fields not in the form. */
export function changeByOther<Field extends string>(
  lead: Lead,
  { taken }: Comparison<Field>,
): ChangeByOther<Field> | undefined {
  const { _id, name } = lead.lastModifiedBy;
  return taken.length === 0 || _id === session.get()?._id ? undefined : { by: name, fields: taken };
}

export function ChangedByOther<Field extends string>(props: {
  change: ChangeByOther<Field>;
  nameOf: (field: Field) => string;
}) {
  const { change, nameOf } = props;
  const t = useTranslations('ui');
  const formats = useFormats();
  const fields = formats.all(change.fields.map(nameOf));
  return <QuietLine>{t('changedByOther', { name: change.by, fields })}</QuietLine>;
}
