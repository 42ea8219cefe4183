import { type ReactNode, useMemo } from 'react';
import { IntlProvider, useLocale, useMessages } from 'use-intl';
import { connections } from '#web/lib/i18n/en/connections.ts';

/** Adds the texts of connections to those of the first load. */
export function ConnectionTexts({ children }: { children: ReactNode }) {
  const locale = useLocale();
  const first = useMessages();
  const messages = useMemo(() => ({ ...first, connections }), [first]);
  return (
    <IntlProvider locale={locale} messages={messages} timeZone="UTC">
      {children}
    </IntlProvider>
  );
}
