import { Switch } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { useTranslations } from 'use-intl';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { type Shortcut, useSingleKeys } from './keys.ts';
import classes from './shortcuts-help.module.css';

/** Shows the screen's keys, and a switch for single-key shortcuts. */
export function ShortcutsHelp({ shortcuts, onClose }: { shortcuts: Shortcut[]; onClose: () => void }) {
  const t = useTranslations('ui');
  const [singleKeys, setSingleKeys] = useSingleKeys();
  const always = [
    { keys: ['j', 'k'], label: t('shortcutRows') },
    { keys: ['Enter'], label: t('shortcutOpen') },
    { keys: ['/', '↓'], label: t('shortcutToRows') },
    { keys: ['/', 'Enter'], label: t('shortcutFirst') },
    { keys: ['x'], label: t('shortcutSelect') },
    { keys: ['Alt', '↓'], label: t('shortcutCalendar') },
    { keys: ['Ctrl', 'Enter'], label: t('shortcutSave') },
    { keys: ['Ctrl', 'Shift', 'Enter'], label: t('shortcutSaveAndAdd') },
    { keys: ['Ctrl', 'Z'], label: t('shortcutUndo') },
    { keys: ['Esc'], label: t('shortcutClose') },
    { keys: ['?'], label: t('shortcutsHelp') },
  ];
  const all = [...shortcuts.map(({ key, label }) => ({ keys: [key], label })), ...always];
  return (
    <Dialog onClose={onClose} title={t('shortcuts')} size={380}>
      <dl>
        {all.map(({ keys, label }) => (
          <div key={label} className={classes.line}>
            <dt>{label}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key} className={classes.key}>
                  {key.length === 1 ? key.toUpperCase() : key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <Switch
        mt="md"
        checked={singleKeys}
        onChange={(event) => setSingleKeys(event.currentTarget.checked)}
        label={t('shortcutsSwitch')}
        description={t('shortcutsSwitchWhy')}
        classNames={{ description: classes.why }}
      />
    </Dialog>
  );
}
