import { Button } from '@mantine/core';
import { useBlocker, useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { placeRefusal } from '#contract/bookings/bookings.ts';
import { messages } from '#contract/call/messages.ts';
import type { PlaceQuestion } from '#web/lib/bookings/place-question.ts';
import { useFormatPlace } from '#web/lib/bookings/use-format-place.ts';
import { useRefusalText } from '#web/lib/bookings/use-refusal-text.ts';
import { useContractText } from '#web/lib/i18n/use-texts.ts';
import { session } from '#web/lib/session/session.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import classes from './place-question-prompt.module.css';

type PlaceQuestionPromptProps = { asked: PlaceQuestion; onClose: () => void };

/** The dialog that asks what to do about a place that is not free: the next free one is the first answer. */
export function PlaceQuestionPrompt({ asked, onClose }: PlaceQuestionPromptProps) {
  const t = useTranslations('places');
  const ui = useTranslations('ui');
  const contractText = useContractText();
  const refusalText = useRefusalText();
  const formatPlace = useFormatPlace();
  const { data: refusal } = placeRefusal.safeParse(asked.refusal);
  useCloseElsewhere(onClose);
  useCloseByBack(onClose);
  const next = refusal?.next;
  return (
    <Dialog title={t('noFree')} size={400} onClose={onClose}>
      <p>{refusal ? refusalText(refusal) : contractText(messages.placeTaken)}</p>
      <div className={classes.choices}>
        {next && (
          <Button
            data-autofocus
            onClick={() => asked.answer({ appointmentDate: next.date, appointmentTime: next.time })}
          >
            {t('book', { place: formatPlace.place(next) })}
          </Button>
        )}
        {refusal?.mayOverbook && (
          <Button variant="default" onClick={() => asked.answer({ overbook: true })}>
            {t('bookAnyway')}
          </Button>
        )}
        <Button variant="default" data-autofocus={!next || undefined} onClick={onClose}>
          {ui('cancel')}
        </Button>
      </div>
    </Dialog>
  );
}

// On another screen, or for somebody else, the answer would book what is no longer in view.
function useCloseElsewhere(onClose: () => void) {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const [first] = useState(path);
  useEffect(() => {
    if (path !== first) onClose();
  }, [path, first, onClose]);
  useEffect(() => session.subscribe((change) => change !== 'refreshed' && onClose()), [onClose]);
}

// Back takes away what is in front: this question, not the form behind it, whose own guard waits meanwhile.
function useCloseByBack(onClose: () => void) {
  useBlocker({
    shouldBlockFn({ action }) {
      const isOfHistory = action !== 'PUSH' && action !== 'REPLACE';
      if (isOfHistory) onClose();
      return isOfHistory;
    },
    enableBeforeUnload: false,
  });
}
