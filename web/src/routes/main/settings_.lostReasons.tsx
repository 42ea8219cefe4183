import { Button } from '@mantine/core';
import { IconArchive, IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useFieldArray, useWatch } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { textLength } from '#contract/business.ts';
import {
  editLostReasons,
  editLostReasonsBody,
  type LostReason,
  listLostReasons,
  lostReasonLanguages,
  maxOfferedLostReasons,
  maxStoredLostReasons,
} from '#contract/leads/lost-reasons.ts';
import { computeListMark } from '#contract/text/list-mark.ts';
import classes from '#web/features/settings/settings.module.css';
import { SettingsPage } from '#web/features/settings/settings-frame.tsx';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { mutateIntoCache } from '#web/lib/api/mutate.ts';
import { useContractText } from '#web/lib/i18n/use-texts.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { TextField } from '#web/ui/field/fields.tsx';
import { SettingsForm } from '#web/ui/form/settings-form.tsx';
import { useSharedForm } from '#web/ui/form/use-shared-form.tsx';
import { IconButton } from '#web/ui/frame/buttons.tsx';
import { Loaded } from '#web/ui/list/list-states.tsx';

export const Route = createFileRoute('/main/settings_/lostReasons')({ component: LostReasonsPage });

function LostReasonsPage() {
  const t = useTranslations('settings.reasons');
  return (
    <SettingsPage page="lostReasons" why={t('why')}>
      <LostReasonsSettings />
    </SettingsPage>
  );
}

function LostReasonsSettings() {
  return (
    <Loaded query={useQuery(endpointQuery(listLostReasons))}>
      {(reasons) => <LostReasonsForm reasons={reasons} />}
    </Loaded>
  );
}

const disabledAtEnd = (isEnd: boolean) => ({ 'aria-disabled': isEnd, 'data-disabled': isEnd || undefined });

function LostReasonsForm({ reasons }: { reasons: LostReason[] }) {
  const t = useTranslations('settings.reasons');
  const text = useContractText();
  const { form, notice, ...edited } = useSharedForm({
    stored: reasons,
    schema: editLostReasonsBody,
    recordOf: (reasons: LostReason[]) => ({ reasons }),
    draft: 'lostReasons',
    async save({ reasons }, seen) {
      const body = { reasons, seen: computeListMark(seen) };
      const kept = await mutateIntoCache(editLostReasons, { body }, listLostReasons);
      toast.success(t('saved'));
      return kept;
    },
  });
  const { control } = form;
  const rows = useFieldArray({ control, name: 'reasons', keyName: 'key' });
  const written = useWatch({ control, name: 'reasons' });
  const { errors } = form.formState;

  const offered = written.filter(({ isActive }) => isActive).length;
  const isFull = offered >= maxOfferedLostReasons;
  const nameOf = (place: number) => written[place]?.en || t('unnamed', { number: place + 1 });
  const focus = (place: number) => requestAnimationFrame(() => form.setFocus(`reasons.${place}.en`));
  const retire = (place: number) => {
    const { [place]: gone } = form.getValues('reasons');
    rows.remove(place);
    if (gone?._id) rows.insert(offered - 1, { ...gone, isActive: false }, { shouldFocus: false });
    if (offered > 1) focus(Math.min(place, offered - 2));
  };
  const offerAgain = (place: number) => {
    const { [place]: old } = form.getValues('reasons');
    if (!old) return;
    rows.remove(place);
    rows.insert(offered, { ...old, isActive: true }, { shouldFocus: false });
    focus(offered);
  };
  const add = () => {
    rows.insert(offered, { en: '', bn: '', isActive: true }, { shouldFocus: false });
    focus(offered);
    // Adding checks the whole list, which would refuse the new one before anything is typed.
    requestAnimationFrame(() => form.clearErrors(`reasons.${offered}`));
  };
  // The button moves with its row, and keeps the focus.
  const move = (from: number, to: number, button: HTMLElement) => {
    if (to < 0 || to >= offered) return;
    rows.swap(from, to);
    requestAnimationFrame(() => button.focus());
  };
  const fields = (place: number) =>
    lostReasonLanguages.map((language) => (
      <TextField
        key={language}
        control={control}
        name={`reasons.${place}.${language}`}
        label={t(`languages.${language}`)}
        lang={language}
        maxLength={textLength.name}
        autoComplete="off"
      />
    ));
  const faultOf = (place: number) => {
    const message = lostReasonLanguages.map((language) => errors.reasons?.[place]?.[language]?.message);
    const found = message.find((each) => each !== undefined);
    return found && text(found);
  };
  const refused = errors.reasons?.root?.message ?? errors.reasons?.message;

  return (
    <SettingsForm
      edited={edited}
      className="stack"
      texts={{ save: t('save'), add: t('add') }}
      onAdd={isFull || written.length >= maxStoredLostReasons ? undefined : add}
    >
      {offered === 0 && <p className="quiet">{t('none')}</p>}
      {rows.fields.slice(0, offered).map(({ key, _id }, place) => (
        <fieldset key={key} className={classes.reason}>
          <legend className="visually-hidden">{t('group', { number: place + 1 })}</legend>
          <kbd className={classes.key} aria-hidden>
            {(place + 1) % maxOfferedLostReasons}
          </kbd>
          <div className={classes.texts}>{fields(place)}</div>
          <div className={classes.actions}>
            <IconButton
              label={t('up', { reason: nameOf(place) })}
              icon={<IconArrowUp size={18} stroke={1.75} />}
              variant="subtle"
              {...disabledAtEnd(place === 0)}
              onClick={({ currentTarget }) => move(place, place - 1, currentTarget)}
            />
            <IconButton
              label={t('down', { reason: nameOf(place) })}
              icon={<IconArrowDown size={18} stroke={1.75} />}
              variant="subtle"
              {...disabledAtEnd(place === offered - 1)}
              onClick={({ currentTarget }) => move(place, place + 1, currentTarget)}
            />
            <IconButton
              label={t(_id ? 'retire' : 'remove', { reason: nameOf(place) })}
              icon={_id ? <IconArchive size={18} stroke={1.75} /> : <IconTrash size={18} stroke={1.75} />}
              variant="subtle"
              onClick={() => retire(place)}
            />
          </div>
        </fieldset>
      ))}
      {rows.fields.length > offered && (
        <div className="stack">
          <h3 className="heading">{t('retired')}</h3>
          <ul>
            {written.slice(offered).map(({ en }, at) => (
              <li key={rows.fields[offered + at]?.key} className={`at-ends ${classes.retired}`}>
                <span>
                  {en} <span className="danger">{faultOf(offered + at)}</span>
                </span>
                <Button
                  variant="default"
                  aria-label={t('offer', { reason: en })}
                  disabled={isFull}
                  onClick={() => offerAgain(offered + at)}
                >
                  {t('offerShort')}
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
      {refused && <p className="danger">{text(refused)}</p>}
      {notice}
      {isFull && <p className="quiet">{t('full')}</p>}
    </SettingsForm>
  );
}
