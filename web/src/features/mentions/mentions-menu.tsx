import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { useTranslations } from 'use-intl';
import { listMentions, type Mention } from '#contract/comments.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { mayCall } from '#web/lib/api/may-call.ts';
import { useSession } from '#web/lib/session/session.ts';
import { menuFallback } from '#web/ui/dialog/lazy-dialog.tsx';
import { lazyPart } from '#web/ui/lazy/lazy-part.tsx';
import classes from './mentions-menu.module.css';

type ListProps = { mentions: readonly Mention[]; target: ReactElement; onClose: () => void };

const MentionsList = lazyPart(
  () => import('./mentions-list.tsx'),
  'MentionsList',
  menuFallback<ListProps>('frame.mentions'),
);

const preload = () => void MentionsList.preload().catch(() => undefined);

const most = 99;

/** Shows the number of unread comments that name the user, and their list; nothing for somebody who was never named. */
export function MentionsMenu() {
  const t = useTranslations('frame');
  const [isUsed, setUsed] = useState(false);
  const enabled = mayCall(listMentions, useSession()?.level);
  const { mentions = [], unread = 0 } = useQuery({ ...endpointQuery(listMentions), enabled }).data ?? {};
  if (mentions.length === 0) return null;
  const label = unread > 0 ? t('unreadMentions', { count: unread }) : t('mentions');
  const target = (
    <button
      type="button"
      className={classes.target}
      aria-haspopup="menu"
      aria-label={label}
      title={label}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => setUsed(true)}
    >
      <IconBell size={20} stroke={1.75} aria-hidden />
      {unread > 0 && (
        <span className={classes.count} aria-hidden>
          {unread > most ? `${most}+` : unread}
        </span>
      )}
    </button>
  );
  if (!isUsed) return target;
  return <MentionsList mentions={mentions} target={target} onClose={() => setUsed(false)} />;
}
