import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { CustomerSuggestion, SuggestionField } from '#contract/customers.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import classes from './customer-dialog.module.css';
import { useDecideSuggestion } from './customers.queries.ts';

type SuggestionProps = {
  customerId: string;
  field: SuggestionField;
  suggestion: CustomerSuggestion;
};

/** A value from a lead that differs from the customer's. */
export function Suggestion({ customerId, field, suggestion }: SuggestionProps) {
  const t = useTranslations('customers.suggestion');
  const formats = useFormats();
  const errorText = useErrorText();
  const [failure, setFailure] = useState<string>();
  const decide = useDecideSuggestion(customerId);
  const { value, by, at, lead } = suggestion;
  const settle = async (take: boolean) => {
    setFailure(undefined);
    try {
      await decide.mutateAsync({ field, take, value });
    } catch (error) {
      setFailure(errorText(error));
    }
  };
  const button = (take: boolean) => (
    <button
      type="button"
      className={classes.decide}
      aria-label={t(take ? 'useOf' : 'dismissOf', { value })}
      disabled={decide.isPending}
      onClick={() => void settle(take)}
    >
      {t(take ? 'use' : 'dismiss')}
    </button>
  );
  return (
    <div className={classes.suggestion}>
      <p>
        {t.rich('alsoGiven', {
          value,
          name: by.name,
          date: formats.day(at),
          lead: (words) => (
            <Link to="/main/leadHistory/$entryId" params={{ entryId: lead }}>
              {words}
            </Link>
          ),
        })}
      </p>
      {button(true)}
      {button(false)}
      {failure && <p role="alert">{failure}</p>}
    </div>
  );
}
