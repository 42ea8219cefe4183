import { Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import type { Mention } from '#contract/comments.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { useBackLinkState } from '#web/lib/url/back-link.ts';
import classes from './mentions-menu.module.css';

/** The menu that lists comments which name the user, open at once. `target`: the button that opened it. */
export function MentionsList({ mentions, target }: { mentions: readonly Mention[]; target: ReactElement }) {
  const t = useTranslations('frame');
  const formats = useFormats();
  const cameFrom = useBackLinkState();
  return (
    <Menu
      defaultOpened
      width={340}
      position="bottom-end"
      shadow="md"
      transitionProps={{ duration: 120 }}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown className={classes.list}>
        <Menu.Label>{t('mentions')}</Menu.Label>
        {mentions.map(({ _id, lead, text, by, createdAt, isRead }) => (
          <Menu.Item
            key={_id}
            className={classes.mention}
            data-unread={isRead ? undefined : ''}
            renderRoot={(props) => (
              <Link to="/main/lead/$id" params={{ id: lead._id }} state={cameFrom} {...props} />
            )}
          >
            <span className={classes.about}>{t('mentionedOn', { name: by.name, lead: lead.name })}</span>
            <span className={classes.text}>{text}</span>
            <span className="quiet">{formats.moment(createdAt)}</span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
