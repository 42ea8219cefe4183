import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { ImportField } from '#contract/import-fields.ts';
import { type ImportCheck, type ImportSettings, requiredImportFields } from '#contract/import-settings.ts';
import {
  checkImport,
  chooseImportHeaders,
  type ImportDetail,
  startImport,
  stopImport,
} from '#contract/imports.ts';
import { calendarDate } from '#contract/text/dates.ts';
import { mutateAndRefetch } from '#web/lib/api/mutate.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { isSameValue } from '#web/ui/form/leave.ts';
import { ImportCenterChoice } from './center-of-rows.tsx';
import { ImportCheckCounts, ImportCheckProblems } from './check-result.tsx';
import { ImportColumnChoices, MissingColumns, splitColumns } from './column-choices.tsx';
import { DayOrderQuestion, hasConflictingDayOrder } from './day-order-question.tsx';
import { HeaderRowChoice } from './header-row.tsx';
import { ImportProgressBar } from './import-progress.tsx';
import { ImportSection } from './import-section.tsx';
import classes from './imports.module.css';
import { ImportRowOptions } from './row-options.tsx';
import { ImportValueChoices, isSameText, type ValueOfFile } from './value-choices.tsx';

/** Says what a file's columns and values mean, has it checked, and starts the import of what was checked. */
export function ImportSetUp({ file, onDiscarded }: { file: ImportDetail; onDiscarded: () => void }) {
  const t = useTranslations('imports');
  const errorText = useErrorText();
  const { _id: id, noun, headers, state, check } = file;
  const params = { id };
  const [settings, setSettings] = useState(file.settings);
  const [known, setKnown] = useState(file.settings);
  const [keptOrder, setKeptOrder] = useState<ImportSettings['dayOrder'] | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const status = useRef<HTMLParagraphElement>(null);
  const checking = useMutation({
    mutationFn: (body: ImportSettings) => mutateAndRefetch(checkImport, { params, body }),
    // What is chosen meanwhile is not checked.
    onSuccess: (_, body) => setKnown(body),
  });
  const moving = useMutation({
    // Keys go through the choices one by one: what was chosen last holds.
    scope: { id: `headers ${id}` },
    mutationFn: (headerRow: number) => mutateAndRefetch(chooseImportHeaders, { params, body: { headerRow } }),
    onSuccess: (moved) => {
      setSettings((chosen) => withOptions(moved.settings, chosen, known));
      setKnown(moved.settings);
      setKeptOrder(null);
    },
  });
  const starting = useMutation({ mutationFn: () => mutateAndRefetch(startImport, { params }) });
  const discarding = useMutation({
    mutationFn: () => mutateAndRefetch(stopImport, { params }),
    onSuccess: onDiscarded,
  });
  const isChecking = state === 'checking' || checking.isPending;
  const wasChecking = useRef(false);
  useEffect(() => {
    if (wasChecking.current && !isChecking) title.current?.focus();
    wasChecking.current = isChecking;
  }, [isChecking]);

  const day = useRef<HTMLInputElement>(null);
  const startCheck = () => {
    const { followUpDate } = settings.defaults;
    if (followUpDate && !calendarDate.safeParse(followUpDate).success) day.current?.focus();
    else checking.mutate(settings);
  };

  const isTouched = !isSameValue(settings, known);
  const missing = missingIn(noun, settings);
  const isChecked = check !== null && state === 'checked' && !isTouched;
  const skipped = check && settings.duplicates === 'skip' ? check.duplicates : 0;
  const toImport = isChecked ? check.ready - skipped : 0;
  // Some of its rows become no leads of their own.
  const isJoining = settings.duplicates === 'join' && Boolean(check?.duplicates);
  const { dayOrder } = known;
  const asksOrder =
    isChecked && !isChecking && keptOrder !== dayOrder && hasConflictingDayOrder(check, dayOrder);
  const readInOrder = (order: ImportSettings['dayOrder']) => {
    const next = { ...settings, dayOrder: order };
    setSettings(next);
    checking.mutate(next);
    // The button that was pressed goes.
    status.current?.focus();
  };
  const keepOrder = () => {
    setKeptOrder(dayOrder);
    title.current?.focus();
  };
  const setColumns = (columns: ImportSettings['columns']) => setSettings({ ...settings, columns });
  const ofColumns = { file, columns: settings.columns, onChange: setColumns };
  const ofValues = {
    values: settings.values,
    onChange: (values: ImportSettings['values']) => setSettings({ ...settings, values }),
  };
  // By what was known when the file was read or checked: what is chosen does not move away meanwhile.
  const missingColumns = missingIn(noun, known).filter((field) => field !== 'serviceCenter');
  const { unrecognised, recognised } = splitColumns(file, known.columns);
  const { unmatched, understood } = splitValues(check, known.values);
  const headerRow = moving.isPending ? moving.variables : file.headerRow;
  const error = checking.error ?? moving.error ?? starting.error ?? discarding.error;
  return (
    <>
      {headerRow !== null && (
        <HeaderRowChoice
          top={file.top}
          headerRow={headerRow}
          isDisabled={isChecking}
          onChange={(row) => moving.mutate(row)}
        />
      )}
      {check && !isChecking && (
        <ImportCheckCounts ref={title} check={check} isSkipping={settings.duplicates === 'skip'} />
      )}
      {asksOrder && (
        <DayOrderQuestion check={check} order={dayOrder} onChange={readInOrder} onKeep={keepOrder} />
      )}
      {missingColumns.length > 0 && (
        <ImportSection title={t('map.missingTitle')}>
          <MissingColumns
            missing={missingColumns}
            headers={headers}
            columns={settings.columns}
            onChange={setColumns}
          />
        </ImportSection>
      )}
      {namesNoCenter(noun, settings) && (
        <ImportCenterChoice
          value={settings.defaults.serviceCenter ?? ''}
          onChange={(serviceCenter) =>
            setSettings({ ...settings, defaults: { ...settings.defaults, serviceCenter } })
          }
        />
      )}
      {unmatched.length > 0 && (
        <ImportSection title={t('values.title')} why={t('values.why')}>
          <ImportValueChoices label={t('values.title')} listed={unmatched} {...ofValues} />
        </ImportSection>
      )}
      {unrecognised.length > 0 && (
        <ImportSection title={t('map.unrecognised')}>
          <ImportColumnChoices label={t('map.unrecognised')} listed={unrecognised} {...ofColumns} />
        </ImportSection>
      )}
      {check && !isChecking && (
        <ImportCheckProblems importId={id} noun={noun} check={check} headers={headers} />
      )}
      <ImportSection title={t('map.title')} why={file.isRemembered ? t('map.remembered') : undefined}>
        <ImportColumnChoices label={t('map.title')} listed={recognised} {...ofColumns} />
      </ImportSection>
      {understood.length > 0 && (
        <ImportSection title={t('values.understood')}>
          <ImportValueChoices label={t('values.understood')} listed={understood} {...ofValues} />
        </ImportSection>
      )}
      <ImportSection title={t('options.title')}>
        <ImportRowOptions noun={noun} settings={settings} dayRef={day} onChange={setSettings} />
      </ImportSection>
      <div className="page-foot">
        {state === 'checking' && <ImportProgressBar label={t('check.running')} one={file} />}
        {error && <Notice>{errorText(error)}</Notice>}
        <div className={classes.foot}>
          <p ref={status} tabIndex={-1} role="status" className={classes.footText}>
            <Next {...{ file, missing, isChecking, isTouched, asksOrder }} isIdle={toImport === 0} />
          </p>
          <div className="button-row">
            <Button
              variant="subtle"
              color="gray"
              loading={discarding.isPending}
              onClick={() => discarding.mutate()}
            >
              {t('check.discard')}
            </Button>
            <Button
              variant={isChecked ? 'default' : 'filled'}
              loading={isChecking || moving.isPending}
              disabled={missing.length > 0}
              onClick={startCheck}
            >
              {t(check ? 'check.again' : 'check.button')}
            </Button>
            {check && toImport > 0 && !asksOrder && (
              <Button loading={starting.isPending} onClick={() => starting.mutate()}>
                {t(`check.start.${isJoining ? 'rows' : noun}`, {
                  rows: toImport,
                  out: check.rows - toImport,
                })}
              </Button>
            )}
          </div>
        </div>
      </div>
    </>
  );
}

type NextProps = {
  file: ImportDetail;
  missing: readonly ImportField[];
  isChecking: boolean;
  isTouched: boolean;
  asksOrder: boolean;
  isIdle: boolean;
};

function Next({ file: { check }, missing, isChecking, isTouched, asksOrder, isIdle }: NextProps) {
  const t = useTranslations('imports');
  const fields = useTranslations('imports.fields');
  if (isChecking) return t('check.running');
  const columns = missing.filter((field) => field !== 'serviceCenter').map((field) => fields(field));
  if (columns.length > 0) return t('map.missing', { fields: columns.join(', ') });
  if (missing.length > 0) return t('center.missing');
  if (check && isTouched) return t('check.changed');
  if (asksOrder) return t('dayOrder.open');
  if (!check || !isIdle) return null;
  return t(check.ready === 0 ? 'check.nothing' : 'check.onlyDuplicates');
}

/** @returns settings by other headers, with the options that were chosen otherwise than `known` has them: no header says them. */
function withOptions(moved: ImportSettings, chosen: ImportSettings, known: ImportSettings): ImportSettings {
  const isOwn = (option: 'defaults' | 'duplicates') => !isSameValue(chosen[option], known[option]);
  return {
    ...moved,
    defaults: isOwn('defaults') ? { ...moved.defaults, ...chosen.defaults } : moved.defaults,
    duplicates: isOwn('duplicates') ? chosen.duplicates : moved.duplicates,
  };
}

/** Returns the values that have to be chosen, and those that are taken for something, chosen or like a name. */
function splitValues(check: ImportCheck | null, chosen: ImportSettings['values']) {
  const found = check?.values ?? [];
  const isTaken = ({ field, to }: ValueOfFile) => to !== null || field === 'lostReason';
  const before = chosen.filter((one) => !found.some((other) => isSameText(one, other)));
  const earlier: ValueOfFile[] = before.map(({ field, value }) => ({ field, value, to: null }));
  return {
    unmatched: found.filter((one) => !isTaken(one)),
    understood: [...found.filter(isTaken), ...earlier],
  };
}

/** Tells whether all rows of a file go to one center. */
function namesNoCenter(noun: ImportDetail['noun'], { columns }: ImportSettings): boolean {
  return noun === 'leads' && !columns.serviceCenter?.length;
}

function missingIn(noun: ImportDetail['noun'], { columns, defaults }: ImportSettings): ImportField[] {
  return requiredImportFields[noun].filter(
    (field) => !columns[field]?.length && !(field === 'serviceCenter' && defaults.serviceCenter),
  );
}
