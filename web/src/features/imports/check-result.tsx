import { Button } from '@mantine/core';
import { type Ref, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { ImportKind } from '#contract/import-fields.ts';
import type { ImportCheck, ImportProblem } from '#contract/import-settings.ts';
import { downloadImportCheckReport } from '#contract/imports.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { useContractText } from '#web/lib/i18n/use-texts.ts';
import { MetricCard, MetricRow } from '#web/ui/feedback/metric-card.tsx';
import { DownloadButton } from '#web/ui/frame/download-button.tsx';
import { PhoneLink } from '#web/ui/frame/phone-link.tsx';
import { useColumnName } from './column-name.ts';
import { ImportSection } from './import-section.tsx';
import classes from './imports.module.css';

const fewProblems = 8;

type CheckResultProps = {
  importId: string;
  noun: ImportKind;
  check: ImportCheck;
  headers: readonly string[];
  ref: Ref<HTMLHeadingElement>;
};

type ImportCheckCountsProps = Pick<CheckResultProps, 'check' | 'ref'> & { isSkipping: boolean };

/** Says how many rows of a checked file would come in. */
export function ImportCheckCounts({ check, isSkipping, ref }: ImportCheckCountsProps) {
  const t = useTranslations('imports.check');
  const format = useFormatter();
  const { rows, ready, duplicates, refused, problems, leftOutRows } = check;
  const counts = { rows, ready, duplicates, refused };
  // Unless they are skipped, duplicates are among those that are ready.
  const labelOf = (name: keyof typeof counts) =>
    t(name === 'duplicates' && !isSkipping ? 'readyDuplicates' : name);
  return (
    <ImportSection ref={ref} title={t('title')}>
      <div className={classes.counts}>
        <MetricRow label={t('counts')}>
          {(Object.keys(counts) as (keyof typeof counts)[]).map((name) => (
            <MetricCard key={name} label={labelOf(name)} value={format.number(counts[name])} />
          ))}
        </MetricRow>
      </div>
      {problems.length === 0 && leftOutRows === 0 && <p>{t('clean')}</p>}
    </ImportSection>
  );
}

/** Lists what of a checked file stays out, and what its user may not expect. */
export function ImportCheckProblems({ importId, noun, check, headers }: Omit<CheckResultProps, 'ref'>) {
  const t = useTranslations('imports.check');
  const [isWhole, setWhole] = useState(false);
  const nameOf = useColumnName(headers);
  const contractText = useContractText();
  const { otherPeople, withoutAdvisor, problems, byMessage, sharedPhoneCount, leftOutRows } = check;
  const all = byMessage.reduce((sum, one) => sum + one.rows, 0);
  if (problems.length + otherPeople + withoutAdvisor + sharedPhoneCount + leftOutRows === 0) return null;
  return (
    <ImportSection title={t('problems')}>
      {otherPeople > 0 && <p>{t('otherPeople', { count: otherPeople })}</p>}
      {withoutAdvisor > 0 && <p>{t('withoutAdvisor', { count: withoutAdvisor })}</p>}
      {sharedPhoneCount > 0 && <SharedPhones check={check} />}
      {leftOutRows > 0 && <LeftOutCells noun={noun} check={check} headers={headers} />}
      {problems.length > 0 && (
        <>
          <p className="quiet">{t('problemsWhy')}</p>
          {problems.length > fewProblems && (
            <ul className={classes.rows} aria-label={t('byKind')}>
              {byMessage.map(({ field, message, rows: count }) => (
                <li key={`${field} ${message}`} className={classes.kind}>
                  <span className={classes.number}>{t('summary', { rows: count })}</span>
                  <span>{nameOf({ column: null, field })}</span>
                  <span>{contractText(message)}</span>
                </li>
              ))}
            </ul>
          )}
          <ul className={classes.rows} aria-label={t('problemList')}>
            {problems.slice(0, isWhole ? problems.length : fewProblems).map((problem) => (
              <Problem key={keyOf(problem)} problem={problem} column={nameOf(problem)} />
            ))}
          </ul>
          {isWhole && all > problems.length && (
            <p className="quiet">{t('shown', { shown: problems.length, all })}</p>
          )}
          <div className="button-row">
            {!isWhole && problems.length > fewProblems && (
              <Button variant="default" onClick={() => setWhole(true)}>
                {t('showAll', { count: problems.length })}
              </Button>
            )}
            <DownloadButton
              endpoint={downloadImportCheckReport}
              input={{ params: { id: importId } }}
              label={t('download')}
              failed={t('downloadFailed')}
            />
          </div>
        </>
      )}
    </ImportSection>
  );
}

const fewPhones = 5;

// Numbers under which rows have several names: the rows of one number become one customer.
function SharedPhones({ check: { sharedPhones, sharedPhoneCount } }: { check: ImportCheck }) {
  const t = useTranslations('imports.check');
  const { list } = useFormats();
  return (
    <>
      <p>{t('sharedPhones', { count: sharedPhoneCount })}</p>
      <ul className={classes.rows} aria-label={t('sharedList')}>
        {sharedPhones.slice(0, fewPhones).map((one) => (
          <li key={one.phone} className={classes.kind}>
            <span className={classes.number}>{t('summary', { rows: one.rows })}</span>
            <span className={classes.header}>
              <PhoneLink phone={one.phone} />
            </span>
            <span>{list(one.names)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

type LeftOutCellsProps = Pick<CheckResultProps, 'noun' | 'check' | 'headers'>;

// Cells that no field can hold: their rows come in without them.
function LeftOutCells({ noun, check: { leftOut, leftOutRows }, headers }: LeftOutCellsProps) {
  const t = useTranslations('imports.check');
  const nameOf = useColumnName(headers);
  return (
    <>
      <p>{t(noun === 'leads' ? 'leftOut' : 'leftOutCustomers', { rows: leftOutRows })}</p>
      <ul className={classes.rows} aria-label={t('leftOutList')}>
        {leftOut.slice(0, fewProblems).map((problem) => (
          <li key={keyOf(problem)} className={classes.problem}>
            <span className={classes.number}>{t('rowOf', { row: problem.row })}</span>
            <span className={classes.header}>{nameOf(problem)}</span>
            <span className={classes.leftOut}>{problem.value}</span>
          </li>
        ))}
      </ul>
      {leftOut.length > fewProblems && (
        <p className="quiet">{t('more', { count: leftOut.length - fewProblems })}</p>
      )}
    </>
  );
}

function Problem({ problem, column }: { problem: ImportProblem; column: string }) {
  const t = useTranslations('imports.check');
  const contractText = useContractText();
  const { row, value, message } = problem;
  return (
    <li className={classes.problem}>
      <span className={classes.number}>{t('rowOf', { row })}</span>
      <span className={classes.header}>{column}</span>
      <span className={classes.examples}>{value}</span>
      <span className="danger">{contractText(message)}</span>
    </li>
  );
}

function keyOf({ row, column, message }: ImportProblem): string {
  return `${row} ${column} ${message}`;
}
