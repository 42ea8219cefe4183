import { useFormatter, useTranslations } from 'use-intl';
import type { SystemStatus } from '#contract/system/system-status.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import classes from './system-status.module.css';

export function TableSizes({ tables }: Pick<SystemStatus['database'], 'tables'>) {
  const t = useTranslations('systemStatus');
  const ui = useTranslations('ui');
  const format = useFormatter();
  const formats = useFormats();
  return (
    <table className={classes.tables}>
      <caption className={classes.caption}>{t('tables')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('table')}</th>
          <th scope="col">{t('rows')}</th>
          <th scope="col">{t('size')}</th>
        </tr>
      </thead>
      <tbody>
        {tables.map(({ name, rows, bytes }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{rows === null ? ui('none') : format.number(rows, { maximumSignificantDigits: 3 })}</td>
            <td>{formats.bytes(bytes)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
