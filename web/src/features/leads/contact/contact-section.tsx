import { useState } from 'react';
import type { ContactChannel } from '#contract/contacts.ts';
import type { Lead } from '#contract/leads/leads.ts';
import { workers } from '#contract/levels.ts';
import { useSession } from '#web/lib/session/use-session.ts';
import { ContactLinks } from './contact-links.tsx';
import { LogContact } from './log-contact.tsx';
import { useReturn } from './use-return.ts';

/** For those who call, asks how it went when they come back. */
export function ContactSection({ lead, isLoggedElsewhere }: { lead: Lead; isLoggedElsewhere: boolean }) {
  const level = useSession()?.level;
  const mayLog = !isLoggedElsewhere && workers.some((one) => one === level);
  const [channel, setChannel] = useState<ContactChannel>('call');
  const { isBack, leave, settle } = useReturn();
  const onLeave = (by: ContactChannel) => {
    setChannel(by);
    leave();
  };
  return (
    <>
      <ContactLinks lead={lead} onLeave={onLeave} />
      {mayLog && (
        <LogContact lead={lead} channel={channel} onChannel={setChannel} isBack={isBack} onLogged={settle} />
      )}
    </>
  );
}
