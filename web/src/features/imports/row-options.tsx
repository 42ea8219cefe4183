import type { Ref } from 'react';
import { useTranslations } from 'use-intl';
import { maxDaysAhead } from '#contract/business.ts';
import { type ImportSettings, importDuplicateChoices } from '#contract/import-settings.ts';
import type { ImportDetail } from '#contract/imports.ts';
import { platforms } from '#contract/leads/leads.ts';
import { addDays } from '#contract/text/dates.ts';
import { useDealer, useToday } from '#web/lib/dealer/dealer.queries.ts';
import { CheckBox } from '#web/ui/choice/check-list.tsx';
import { Choice } from '#web/ui/choice/choice.tsx';
import { Segments } from '#web/ui/choice/segments.tsx';
import { DateInput } from '#web/ui/field/date-input.tsx';
import classes from './imports.module.css';
import { useLookupChoices } from './use-known-values.ts';

type RowOptionsProps = {
  noun: ImportDetail['noun'];
  settings: ImportSettings;
  onChange: (settings: ImportSettings) => void;
  dayRef: Ref<HTMLInputElement>;
};

const days = ['createdAt', 'followUpDates', 'appointmentDate'] as const;

/** Shows the choices for all rows of a file: duplicates, the order of days, and what happens to unreadable cells. */
export function ImportRowOptions({ noun, settings, onChange, dayRef }: RowOptionsProps) {
  const t = useTranslations('imports.options');
  const { joinsOpenLeads } = useDealer();
  const { columns, defaults, duplicates, dayOrder, leavesOutUnreadable } = settings;
  const hasDays = days.some((field) => columns[field]?.length);
  // A customer's number belongs to one customer: a row with it cannot be added beside.
  const choices = importDuplicateChoices.filter((choice) => noun === 'leads' || choice !== 'add');
  return (
    <div className={classes.options}>
      <fieldset className={classes.option}>
        <legend>{t('duplicates')}</legend>
        <Segments
          label={t('duplicates')}
          value={duplicates}
          onChange={(choice) => onChange({ ...settings, duplicates: choice })}
          options={choices.map((value) => ({ value, label: t(`duplicateChoices.${value}`) }))}
        />
        {noun === 'leads' && (
          <>
            <p className="quiet">{t('leadsDuplicatesWhy')}</p>
            <p className="quiet">
              {t('proposed', { choice: t(`duplicateChoices.${joinsOpenLeads ? 'join' : 'add'}`) })}
            </p>
          </>
        )}
      </fieldset>
      <CheckBox
        label={t('leaveOut')}
        description={noun === 'leads' ? t('leadsLeaveOutWhy') : undefined}
        checked={leavesOutUnreadable}
        onChange={({ currentTarget: { checked } }) => onChange({ ...settings, leavesOutUnreadable: checked })}
      />
      {hasDays && (
        <fieldset className={classes.option}>
          <legend>{t('dayOrder')}</legend>
          <Segments
            label={t('dayOrder')}
            value={dayOrder}
            onChange={(order) => onChange({ ...settings, dayOrder: order })}
            options={(['day', 'month'] as const).map((value) => ({ value, label: t(`dayOrders.${value}`) }))}
          />
        </fieldset>
      )}
      {noun === 'leads' && (
        <Defaults
          value={defaults}
          hasCenters={Boolean(columns.serviceCenter?.length)}
          dayRef={dayRef}
          onChange={(next) => onChange({ ...settings, defaults: next })}
        />
      )}
    </div>
  );
}

type Defaults = ImportSettings['defaults'];

type DefaultsProps = Pick<RowOptionsProps, 'dayRef'> & {
  value: Defaults;
  /** True if rows name their centers; otherwise the one of all rows is asked for elsewhere. */
  hasCenters: boolean;
  onChange: (value: Defaults) => void;
};

function Defaults({ value, hasCenters, onChange, dayRef }: DefaultsProps) {
  const t = useTranslations('imports.options');
  const leads = useTranslations('leads');
  const today = useToday();
  const knownOf = useLookupChoices(['serviceCenter', 'lostReason']);
  const choose = (name: keyof Defaults, chosen: string) => {
    const { [name]: _before, ...others } = value;
    onChange(chosen === '' ? others : { ...others, [name]: chosen });
  };
  const choice = (name: keyof Defaults) => ({
    label: t(name),
    placeholder: t('none'),
    clearable: true,
    value: value[name] ?? '',
    onChange: (chosen: string) => choose(name, chosen),
  });
  return (
    <>
      {hasCenters && <Choice {...choice('serviceCenter')} {...knownOf('serviceCenter')} />}
      <Choice
        {...choice('platform')}
        data={platforms.map((one) => ({ value: one, label: leads(`platforms.${one}`) }))}
      />
      <Choice {...choice('lostReason')} {...knownOf('lostReason')} />
      <DateInput
        ref={dayRef}
        label={t('followUpDate')}
        placeholder={t('none')}
        today={today}
        yearless="next"
        minDate={today}
        maxDate={addDays(today, maxDaysAhead)}
        value={value.followUpDate ?? ''}
        onChange={(day) => choose('followUpDate', day)}
      />
    </>
  );
}
