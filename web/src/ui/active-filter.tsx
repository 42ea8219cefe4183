import { useTranslations } from 'use-intl';
import { Segments } from './segments.tsx';

type Status = 'all' | 'active' | 'inactive';

/** Narrows a list of things that are switched on and off. */
export function ActiveFilter({ value, onChange }: { value: Status; onChange: (value: Status) => void }) {
  const t = useTranslations('ui.active');
  return (
    <Segments
      label={t('filter')}
      value={value}
      onChange={onChange}
      options={[
        { value: 'all', label: t('all') },
        { value: 'active', label: t('active') },
        { value: 'inactive', label: t('inactive') },
      ]}
    />
  );
}
