import { Button } from '@mantine/core';
import { type Ref, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { columnLetter, type ImportField } from '#contract/import-fields.ts';
import type { ImportCheck, ImportProblem } from '#contract/import-settings.ts';
import { downloadImportProblems } from '#contract/imports.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { useContractText } from '#web/lib/i18n/use-texts.ts';
import { MetricCard, MetricRow } from '#web/ui/feedback/metric-card.tsx';
import { DownloadButton } from '#web/ui/frame/download-button.tsx';
import { PhoneLink } from '#web/ui/frame/phone-link.tsx';
import { ImportSection } from './import-section.tsx';
import classes from './imports.module.css';

const fewProblems = 8;

type CheckResultProps = {
  importId: string;
  check: ImportCheck;
  headers: readonly string[];
  ref: Ref<HTMLHeadingElement>;
};

export function ImportCheckResult({ importId, check, headers, ref }: CheckResultProps) {
  const t = useTranslations('imports.check');
  const [isWhole, setWhole] = useState(false);
  const format = useFormatter();
  const {
    rows,
    ready,
    duplicates,
    refused,
    otherPeople,
    withoutAdvisor,
    problems,
    byMessage,
    sharedPhoneCount,
  } = check;
  const counts = { rows, ready, duplicates, refused };
  const nameOf = useColumnName(headers);
  const contractText = useContractText();
  const all = byMessage.reduce((sum, one) => sum + one.rows, 0);
  return (
    <ImportSection ref={ref} title={t('title')}>
      <div className={classes.counts}>
        <MetricRow label={t('counts')}>
          {(Object.keys(counts) as (keyof typeof counts)[]).map((name) => (
            <MetricCard key={name} label={t(name)} value={format.number(counts[name])} />
          ))}
        </MetricRow>
      </div>
      {otherPeople > 0 && <p>{t('otherPeople', { count: otherPeople })}</p>}
      {withoutAdvisor > 0 && <p>{t('withoutAdvisor', { count: withoutAdvisor })}</p>}
      {sharedPhoneCount > 0 && <SharedPhones check={check} />}
      {problems.length === 0 ? (
        <p>{t('clean')}</p>
      ) : (
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
          <ul className={classes.rows} aria-label={t('problems')}>
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
              endpoint={downloadImportProblems}
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

function useColumnName(headers: readonly string[]) {
  const t = useTranslations('imports.check');
  const fields = useTranslations('imports.fields');
  return ({ column, field }: { column: number | null; field: ImportField | null }) => {
    if (column !== null) return headers[column] || columnLetter(column);
    return field ? fields(field) : t('wholeRow');
  };
}

function keyOf({ row, column, message }: ImportProblem): string {
  return `${row} ${column} ${message}`;
}
