import { Button, Switch } from '@mantine/core';
import '@mantine/core/styles/Switch.layer.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import { useTranslations } from 'use-intl';
import {
  type CustomerMessageKind,
  customerMessageKinds,
} from '#contract/customer-messages/customer-message.ts';
import {
  getMessageSettings,
  type MessageSettings,
  type UnapprovedTemplate,
} from '#contract/customer-messages/message-settings.ts';
import { listOwnServiceCenters } from '#contract/service-centers.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { useLanguageName } from '#web/lib/i18n/use-language-name.ts';
import { useDialogs } from '#web/lib/url/use-dialogs.ts';
import { useUndoable } from '#web/ui/feedback/use-undoable.ts';
import classes from './customer-messages.module.css';
import { isAsking } from './kind-values.ts';
import { saveMessageSettings } from './use-message-settings-form.ts';
import { useTemplateState } from './use-template-state.ts';

const maxNamedCenters = 3;

type Turn = { kind: CustomerMessageKind; isOn: boolean };

type KindsProps = { settings: MessageSettings };

/** Lists the kinds of messages: one that is off says no more than what it is for. */
export function MessageKinds({ settings }: KindsProps) {
  const t = useTranslations('messageSettings');
  const kinds = useTranslations('customerMessages.kinds');
  const client = useQueryClient();
  const before = useRef<Promise<unknown>>(undefined);
  // Each is sent with what the server answered to the one before, as all kinds have one version.
  const turn = ({ kind, isOn }: Turn): Promise<Turn> => {
    const send = async () => {
      const seen = client.getQueryData(endpointQuery(getMessageSettings).queryKey) ?? settings;
      const changed = { ...seen.kinds, [kind]: { ...seen.kinds[kind], isOn } };
      await saveMessageSettings({ kinds: changed }, seen);
      return { kind, isOn };
    };
    const turned = before.current ? before.current.then(send, send) : send();
    before.current = turned;
    return turned;
  };
  const turning = useUndoable({
    act: turn,
    line: ({ kind, isOn }) => t(isOn ? 'turnedOn' : 'turnedOff', { kind: kinds(kind) }),
    undo: ({ kind, isOn }) => turn({ kind, isOn: !isOn }),
  });
  return (
    <section aria-label={t('kinds')} className="box">
      {customerMessageKinds.map((kind) => (
        <Kind
          key={kind}
          kind={kind}
          settings={settings}
          onTurn={(isOn) => void turning.run({ kind, isOn })}
        />
      ))}
    </section>
  );
}

type KindProps = KindsProps & { kind: CustomerMessageKind; onTurn: (isOn: boolean) => void };

function Kind({ kind, settings, onTurn }: KindProps) {
  const t = useTranslations('messageSettings');
  const kinds = useTranslations('customerMessages.kinds');
  const { openDialog } = useDialogs();
  const why = useId();
  const { isOn, texts } = settings.kinds[kind];
  const name = kinds(kind);
  const hasText = texts.length > 0;
  const about = [isAsking(kind) && t(`asks.${kind}`), !hasText && t('noText')].filter(Boolean).join(' ');
  return (
    <div className={classes.kind}>
      <div className={classes.head}>
        <div className={classes.name}>
          <h3 className="heading">{name}</h3>
          {about && (
            <p id={why} className="quiet">
              {about}
            </p>
          )}
        </div>
        <div className={classes.actions}>
          {hasText && (
            <Button
              size="xs"
              variant="default"
              aria-label={t('testOf', { kind: name })}
              onClick={() => openDialog('customerMessage.test', kind)}
            >
              {t('test')}
            </Button>
          )}
          <Button
            size="xs"
            variant="default"
            aria-label={t('editOf', { kind: name })}
            onClick={() => openDialog('customerMessage.edit', kind)}
          >
            {t('edit')}
          </Button>
          <Switch
            aria-label={t('turn', { kind: name })}
            aria-describedby={about ? why : undefined}
            checked={isOn}
            disabled={!hasText && !isOn}
            onChange={(event) => onTurn(event.currentTarget.checked)}
          />
        </div>
      </div>
      {isOn && <Summary kind={kind} settings={settings} />}
    </div>
  );
}

function Summary({ kind, settings }: KindsProps & { kind: CustomerMessageKind }) {
  const t = useTranslations('messageSettings');
  const formats = useFormats();
  const languageName = useLanguageName();
  const stateOf = useTemplateState();
  const { data: centers = [] } = useQuery(endpointQuery(listOwnServiceCenters));
  const { texts, offAt } = settings.kinds[kind];
  const first = texts.find(({ language }) => language === settings.language) ?? texts[0];
  const isChosen = ({ connection, name, language }: UnapprovedTemplate) =>
    texts.some(
      ({ template }) =>
        template?.connection === connection && template.name === name && template.language === language,
    );
  const away = centers.filter(({ _id, isActive }) => isActive && offAt.includes(_id));
  const facts = [
    t('languages', { languages: formats.all(texts.map(({ language }) => languageName(language))) }),
    t('templates', { count: texts.filter(({ template }) => template).length }),
    away.length > maxNamedCenters
      ? t('notAtMany', { count: away.length })
      : away.length > 0 && t('notAt', { centers: formats.all(away.map(({ name }) => name)) }),
  ].filter((fact) => typeof fact === 'string');
  return (
    <>
      {first && (
        <p className={`two-lines ${classes.excerpt}`} lang={first.language} dir="auto">
          {first.text}
        </p>
      )}
      <p className="quiet">{facts.join(' · ')}</p>
      {settings.unapproved.filter(isChosen).map(({ connection, name, language, status }) => (
        <p key={`${connection} ${name} ${language}`} className="danger">
          {t('unapproved', { name, language, state: stateOf(status) })}
        </p>
      ))}
    </>
  );
}
