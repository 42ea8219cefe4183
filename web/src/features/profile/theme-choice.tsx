import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { Segments } from '#web/ui/choice/segments.tsx';

const schemes = ['light', 'dark', 'auto'] as const satisfies readonly MantineColorScheme[];

/** Light, dark or the system's theme; remembered in this browser. */
export function ThemeChoice() {
  const t = useTranslations('frame');
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const options = schemes.map((value) => ({ value, label: t(value === 'auto' ? 'system' : value) }));
  return (
    <div>
      <Segments label={t('theme')} value={colorScheme} onChange={setColorScheme} options={options} />
    </div>
  );
}
