import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Person } from '#contract/people.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { session } from '#web/lib/session/session.ts';
import { QuietLine } from '#web/ui/feedback/notice.tsx';

type OutsideChangesProps<Field extends string> = {
  values: Readonly<Partial<Record<Field, unknown>>>;
  /** Null: unknown. */
  by: Person | null;
  nameOf: (field: Field) => string;
  /** Changes are then its own. */
  isSaving: boolean;
};

/** Says in a form who else changed which fields of its record. */
export function OutsideChanges<Field extends string>(props: OutsideChangesProps<Field>) {
  const { values, by, nameOf, isSaving } = props;
  const t = useTranslations('ui');
  const formats = useFormats();
  const before = useRef(values);
  const [change, setChange] = useState<{ by: Person | null; fields: Field[] }>();
  useEffect(() => {
    const old = before.current;
    before.current = values;
    const fields = (Object.keys(values) as Field[]).filter((field) => values[field] !== old[field]);
    if (fields.length === 0) return;
    const isOwn = isSaving || (by !== null && by._id === session.get()?._id);
    setChange(isOwn ? undefined : { by, fields });
  }, [values, by, isSaving]);
  if (!change) return null;
  const fields = formats.all(change.fields.map(nameOf));
  return (
    <QuietLine>
      {change.by ? t('changedByOther', { name: change.by.name, fields }) : t('changedElsewhere', { fields })}
    </QuietLine>
  );
}
