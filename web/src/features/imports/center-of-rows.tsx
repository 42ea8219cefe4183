import { useTranslations } from 'use-intl';
import { Choice } from '#web/ui/choice/choice.tsx';
import { ImportSection } from './import-section.tsx';
import classes from './imports.module.css';
import { useLookupChoices } from './use-known-values.ts';

type CenterOfRowsProps = {
  /** The chosen center; '' for none. */
  value: string;
  onChange: (center: string) => void;
};

/** Asks to which service center the leads of a file go that names none, unless there is only one. */
export function ImportCenterChoice({ value, onChange }: CenterOfRowsProps) {
  const t = useTranslations('imports.center');
  const centers = useLookupChoices(['serviceCenter'])('serviceCenter');
  if (value !== '' && centers.data.length < 2) return null;
  return (
    <ImportSection title={t('title')}>
      <Choice
        className={classes.alone}
        label={t('label')}
        placeholder={t('open')}
        {...centers}
        value={value}
        onChange={onChange}
      />
    </ImportSection>
  );
}
