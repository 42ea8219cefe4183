import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import type { ImportField } from '#contract/import-fields.ts';
import { type ImportColumns, importLimits, lookupImportFields } from '#contract/import-settings.ts';
import { type ImportDetail, mendImportRow, type RefusedImportRow } from '#contract/imports.ts';
import { mutateAndRefetch } from '#web/lib/api/mutate.ts';
import { useContractText } from '#web/lib/i18n/use-texts.ts';
import type { DialogProps } from '#web/ui/dialog/dialog-host.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { RecordDialog } from '#web/ui/dialog/lazy-dialog.tsx';
import { useRecordIn } from '#web/ui/dialog/use-record-in.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { TextAreaField, TextField } from '#web/ui/field/fields.tsx';
import grid from '#web/ui/form/form-grid.module.css';
import { useForm } from '#web/ui/form/use-form.tsx';
import { useColumnName } from './column-name.ts';
import { importQuery, refusedRowsQuery } from './imports.queries.ts';
import { useLookupChoices } from './use-known-values.ts';

const rowCells = z.object({ cells: z.array(z.string().max(importLimits.cell)) });

/** Shows the cells of a refused row beside what is wrong with them, and brings it in once it is mended. `id`: `import.row`. */
export function MendRowDialog({ id, onClose }: DialogProps) {
  const t = useTranslations('imports.mend');
  const [importId = '', number = ''] = id.split('.');
  const one = useQuery(importQuery(importId));
  const rows = useQuery(refusedRowsQuery(importId));
  const found = useRecordIn(rows, (data) => data.rows.find(({ row }) => String(row) === number), onClose);
  const query = { ...found, data: one.data && found.data && { one: one.data, row: found.data } };
  return (
    <RecordDialog query={query} title={t('titleOf', { row: number })} fields={6} onClose={onClose}>
      {(data) => <MendRow {...data} onClose={onClose} />}
    </RecordDialog>
  );
}

type MendRowProps = { one: ImportDetail; row: RefusedImportRow; onClose: () => void };

function MendRow({ one, row, onClose }: MendRowProps) {
  const t = useTranslations('imports.mend');
  const contractText = useContractText();
  const nameOf = useColumnName(one.headers);
  const { row: number, faults } = row;
  const cells = one.headers.map((_, column) => row.cells[column] ?? '');
  const { form, dialog } = useForm({
    schema: rowCells,
    record: { cells },
    draft: `import:${one._id}.${number}`,
    save: (body) => mutateAndRefetch(mendImportRow, { params: { id: one._id, row: number }, body }),
    saved: t('saved', { row: number }),
    onClose,
  });
  const { control, setError } = form;
  useEffect(() => {
    for (const { column, message } of faults)
      if (column !== null) setError(`cells.${column}`, { type: 'server', message });
  }, [faults, setError]);
  const ofRow = faults.filter(({ column }) => column === null);
  const listed = listColumns(one.settings.columns, faults);
  return (
    <FormDialog
      {...dialog}
      title={t('titleOf', { row: number })}
      submit={t('submit')}
      isSubmitDisabled={false}
      notice={
        ofRow.length > 0 && (
          <Notice tone="warning">
            {ofRow
              .map(({ field, message }) => `${nameOf({ column: null, field })}: ${contractText(message)}`)
              .join(' ')}
          </Notice>
        )
      }
    >
      <div className={grid.grid}>
        {listed.map(({ column, field }, at) => {
          const input = {
            control,
            name: `cells.${column}` as const,
            label: nameOf({ column, field }),
            'data-autofocus': at === 0 || undefined,
          };
          if (field === 'notes') return <TextAreaField key={column} {...input} className={grid.wide} />;
          return <TextField key={column} {...input} list={listIdOf(field)} autoComplete="off" />;
        })}
      </div>
      <KnownNames fields={listed.flatMap(({ field }) => field)} />
    </FormDialog>
  );
}

/** Lets the browser offer the names that a cell may say. */
function KnownNames({ fields }: { fields: readonly ImportField[] }) {
  const named = lookupImportFields.filter((field) => fields.includes(field));
  const knownOf = useLookupChoices(named);
  return named.map((field) => (
    <datalist key={field} id={listIdOf(field)}>
      {knownOf(field)
        .data.flatMap((one) => ('group' in one ? one.items : [one]))
        .map(({ value, label }) => (
          <option key={value} value={label} />
        ))}
    </datalist>
  ));
}

function listIdOf(field: ImportField): string {
  return `import-${field}`;
}

/** Returns the columns that are read, those with a fault first. */
function listColumns(
  columns: ImportColumns,
  faults: RefusedImportRow['faults'],
): { column: number; field: ImportField }[] {
  const read = Object.entries(columns).flatMap(([field, at]) =>
    at.map((column) => ({ column, field: field as ImportField })),
  );
  const isFaulty = ({ column }: { column: number }) => faults.some((fault) => fault.column === column);
  return read.sort(
    (one, other) => Number(isFaulty(other)) - Number(isFaulty(one)) || one.column - other.column,
  );
}
