import { type CSSProperties, type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl';
import classes from './side-by-side.module.css';

// `detail`: what tells it from another one with the same title.
type ComparedRecord = { id: string; title: string; detail?: ReactNode };

/**
 * A line of the comparison.
 *
 * - `values`: of each record, in their order; on a phone those that are one value take one line.
 * - `note`: below the label.
 * - `chosen`: the id of the record whose value is kept, which `onChoose` changes. Without them there is nothing to choose.
 */
export type ComparedField = {
  key: string;
  label: string;
  note?: ReactNode;
  values: readonly ReactNode[];
} & ({ chosen: string; onChoose: (id: string) => void } | { chosen?: undefined; onChoose?: undefined });

type SideBySideProps = { records: readonly ComparedRecord[]; fields: readonly ComparedField[] };

/** Returns the width of a dialog with so many records beside each other, in pixels. */
export const getDialogWidth = (records: readonly unknown[]) => (records.length > 2 ? 1_000 : 720);

/** Shows records of one kind field by field, a column each, with a choice of the value to keep; on a phone one below the other. */
export function SideBySide({ records, fields }: SideBySideProps) {
  const first = fields.find(({ onChoose }) => onChoose);
  return (
    <div className={classes.scroll}>
      <div className={classes.grid} style={{ '--records': records.length } as CSSProperties}>
        <div className={classes.head} aria-hidden>
          <span />
          {records.map(({ id, title, detail }) => (
            <div key={id} className={classes.record}>
              <strong>{title}</strong>
              {detail && <span className="quiet">{detail}</span>}
            </div>
          ))}
        </div>
        {fields.map((field) => (
          <Line key={field.key} field={field} records={records} isFirst={field === first} />
        ))}
      </div>
    </div>
  );
}

// `isFirst`: of what can be chosen, so that it has the focus in a dialog.
type LineProps = { field: ComparedField; records: readonly ComparedRecord[]; isFirst: boolean };

function Line({ field, records, isFirst }: LineProps) {
  const name = useId();
  const ui = useTranslations('ui');
  const { label, note, values, chosen, onChoose } = field;
  const isSame = !onChoose && records.length > 1 && new Set(values).size === 1;
  const content = (
    <>
      <div className={classes.label}>
        <span id={name}>{label}</span>
        {note && <span className="quiet">{note}</span>}
      </div>
      {records.map((record, place) =>
        onChoose ? (
          <label key={record.id} className={classes.option}>
            <input
              type="radio"
              name={name}
              data-autofocus={(isFirst && record.id === chosen) || undefined}
              checked={record.id === chosen}
              onChange={() => onChoose(record.id)}
            />
            <Cell record={record} value={values[place]} />
          </label>
        ) : (
          <div key={record.id} className={classes.fact}>
            <Cell record={record} value={values[place]} />
          </div>
        ),
      )}
      {isSame && <span className={classes.all}>{ui('sameForAll')}</span>}
    </>
  );
  return onChoose ? (
    <div role="radiogroup" aria-labelledby={name} className={classes.line}>
      {content}
    </div>
  ) : (
    <div className={isSame ? `${classes.line} ${classes.same}` : classes.line}>{content}</div>
  );
}

function Cell({ record, value }: { record: ComparedRecord; value: ReactNode }) {
  return (
    <span className={classes.cell}>
      <span className={classes.value}>{value}</span>
      <span className={classes.of}>
        {record.title}
        {record.detail && (
          <>
            {'\u00a0· '}
            {record.detail}
          </>
        )}
      </span>
    </span>
  );
}
