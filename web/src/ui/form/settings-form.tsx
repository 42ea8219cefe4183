import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { FormEventHandler, ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { submitOnCtrlEnter } from '#web/ui/keys/keys.ts';
import { type RestoredDraft, RestoredLine } from './drafts.tsx';
import classes from './settings-form.module.css';
import { useUnsavedGuard } from './use-unsaved-guard.tsx';

type SettingsFormProps = {
  edited: {
    submit: FormEventHandler;
    isDirty: boolean;
    isSaving: boolean;
    failure: ReactNode;
    draft?: RestoredDraft;
  };
  texts?: { save?: string; add?: string };
  onAdd?: (() => void) | undefined;
  isSavable?: boolean;
  after?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** Shows a form on a page of settings, saved on its own; it asks before what was typed is lost. */
export function SettingsForm(props: SettingsFormProps) {
  const { edited, texts = {}, onAdd, isSavable = false, after, className = 'field-stack', children } = props;
  const { submit, isDirty, isSaving, failure, draft } = edited;
  const t = useTranslations('ui');
  const guard = useUnsavedGuard(isDirty);
  return (
    <form noValidate className={className} onSubmit={submit} onKeyDown={submitOnCtrlEnter}>
      <RestoredLine draft={draft} />
      {children}
      {failure}
      <div className={classes.foot}>
        {texts.add && (
          <Button
            variant="default"
            leftSection={<IconPlus size={16} stroke={1.75} />}
            disabled={!onAdd}
            onClick={onAdd}
          >
            {texts.add}
          </Button>
        )}
        <Button type="submit" loading={isSaving} disabled={!isDirty && !isSavable}>
          {texts.save ?? t('save')}
        </Button>
      </div>
      {after}
      {guard.question}
    </form>
  );
}
