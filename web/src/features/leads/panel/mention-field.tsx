import { InputBase } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { listColleagues } from '#contract/comments.ts';
import type { Person } from '#contract/people.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { Portrait } from '#web/ui/frame/portrait.tsx';
import classes from './mention-field.module.css';
import { findMentionCandidates, findOpenMention, type OpenMention } from './mentions.ts';

type MentionFieldProps = {
  id: string;
  label: string;
  placeholder: string;
  maxLength: number;
  value: string;
  error?: string;
  onChange: (text: string) => void;
};

/** A field for a comment on the lead `id`, which offers colleagues once `@` is typed. */
export function MentionField({ id, label, value, onChange, ...rest }: MentionFieldProps) {
  const t = useTranslations('leadPanel');
  const listId = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const caret = useRef<number>(undefined);
  const [open, setOpen] = useState<OpenMention>();
  const [active, setActive] = useState(0);
  const { data } = useQuery({
    ...endpointQuery(listColleagues, { params: { id } }),
    enabled: open !== undefined,
  });
  const offered = open ? findMentionCandidates(data?.colleagues ?? [], open.typed) : [];
  const chosen = offered[Math.min(active, offered.length - 1)];

  const look = () => {
    const { value = '', selectionStart = 0 } = field.current ?? {};
    setOpen(findOpenMention(value, selectionStart));
    setActive(0);
  };
  const take = ({ name }: Person) => {
    if (!open) return;
    const mention = `@${name} `;
    caret.current = open.at + mention.length;
    onChange(value.slice(0, open.at) + mention + value.slice(open.at + 1 + open.typed.length));
    setOpen(undefined);
  };
  useLayoutEffect(() => {
    if (caret.current === undefined) return;
    field.current?.focus();
    field.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  });
  useEffect(() => {
    list.current?.scrollIntoView({ block: 'nearest' });
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (!chosen || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step) setActive((offered.indexOf(chosen) + step + offered.length) % offered.length);
    else if (event.key === 'Enter' || event.key === 'Tab') take(chosen);
    else if (event.key === 'Escape') setOpen(undefined);
    else return;
    event.preventDefault();
  };

  return (
    <div className={classes.frame}>
      <InputBase
        component="textarea"
        multiline
        rows={2}
        ref={field}
        aria-label={label}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={chosen && listId}
        aria-activedescendant={chosen && `${listId}-${chosen._id}`}
        classNames={{ input: classes.input }}
        value={value}
        onChange={(event) => {
          onChange(event.currentTarget.value);
          look();
        }}
        onKeyDown={onKeyDown}
        onClick={look}
        onBlur={() => setOpen(undefined)}
        {...rest}
      />
      {chosen && (
        <div ref={list} id={listId} role="listbox" aria-label={t('mentionable')} className={classes.list}>
          {offered.map((person) => (
            <div
              key={person._id}
              id={`${listId}-${person._id}`}
              role="option"
              tabIndex={-1}
              aria-selected={person === chosen}
              className={classes.option}
              // The field keeps the focus.
              onMouseDown={(event) => {
                event.preventDefault();
                take(person);
              }}
            >
              <Portrait name={person.name} dp={null} size={20} />
              <span className="one-line">{person.name}</span>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
