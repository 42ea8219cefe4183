import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { textLength } from '#contract/business.ts';
import type { BodyInput } from '#contract/call/endpoint.ts';
import { addComment, listColleagues } from '#contract/comments.ts';
import { changeShown } from '#web/lib/api/change.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { useKeptText } from '#web/ui/form/use-kept-text.ts';
import { submitOnCtrlEnter } from '#web/ui/keys/keys.ts';
import classes from './comment-form.module.css';
import { MentionField } from './mention-field.tsx';
import { mentionedIn } from './mentions.ts';

/** Typing is kept until sent, also while another lead is open. */
export function CommentForm({ id }: { id: string }) {
  const t = useTranslations('leadPanel');
  const errorText = useErrorText();
  const client = useQueryClient();
  const [text, setText] = useKeptText(`comment:${id}`);
  const [failure, setFailure] = useState<string>();
  const add = useMutation({
    mutationFn: (body: BodyInput<typeof addComment>) => changeShown(addComment, { params: { id }, body }),
  });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!text.trim() || add.isPending) return;
    setFailure(undefined);
    try {
      const colleagues = text.includes('@')
        ? (await client.ensureQueryData(endpointQuery(listColleagues, { params: { id } }))).colleagues
        : [];
      const mentions = mentionedIn(text, colleagues).map(({ _id }) => _id);
      await add.mutateAsync({ text, mentions });
      setText('');
    } catch (error) {
      setFailure(errorText(error));
    }
  };
  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} onKeyDown={submitOnCtrlEnter}>
      <MentionField
        id={id}
        label={t('comment')}
        placeholder={t('commentHint')}
        maxLength={textLength.notes}
        value={text}
        error={failure}
        onChange={setText}
      />
      {text.trim() && (
        <Button type="submit" size="xs" className={classes.send} loading={add.isPending}>
          {t('addComment')}
        </Button>
      )}
    </form>
  );
}
