import { useEffect, useMemo, useReducer, useState } from 'react';
import { type Contact, correctableMinutes, correctContact } from '#contract/contacts.ts';
import { mayCall } from '#web/lib/api/may-call.ts';
import { draftOf } from '#web/lib/browser/drafts.ts';
import { useSession } from '#web/lib/session/session.ts';

/** The note is '' for none. */
export type Saying = Pick<Contact, 'channel' | 'outcome'> & { note: string };

/** Whether a contact can be corrected, and what is typed meanwhile, kept in this tab. */
export function useCorrection(contact: Contact) {
  const { _id: id, channel, outcome, note, employee, createdAt, undoneAt } = contact;
  const self = useSession();
  const draft = useMemo(() => draftOf<Saying>(`correct:${id}`), [id]);
  const [saying, setSaying] = useState(() => draft.read());
  const isOwn = employee._id === self?._id && mayCall(correctContact, self.level) && !undoneAt;
  const isRecent = useIsBefore(Date.parse(createdAt) + correctableMinutes * 60_000);
  const say = (next: Saying) => {
    setSaying(next);
    draft.keep(next);
  };
  const end = () => {
    setSaying(undefined);
    draft.forget();
  };
  return {
    isPossible: isOwn && isRecent,
    saying,
    begin: () => say({ channel, outcome, note: note ?? '' }),
    say,
    end,
  };
}

/** @returns whether a moment (milliseconds) is to come; turns false by itself. */
function useIsBefore(moment: number): boolean {
  const [, tick] = useReducer((ticks: number) => ticks + 1, 0);
  const left = moment - Date.now();
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(tick, left);
    return () => clearTimeout(timer);
  }, [left]);
  return left > 0;
}
