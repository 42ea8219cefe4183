import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { getMessageSettings } from '#contract/customer-messages/message-settings.ts';
import classes from '#web/features/settings/customer-messages/customer-messages.module.css';
import { MessageKinds } from '#web/features/settings/customer-messages/message-kinds.tsx';
import { MessageRules } from '#web/features/settings/customer-messages/message-rules.tsx';
import { MessageWays } from '#web/features/settings/customer-messages/message-ways.tsx';
import { SettingsPage } from '#web/features/settings/settings-frame.tsx';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { Loaded } from '#web/ui/list/list-states.tsx';

// Few people open it: its calls stay out of the first load.
export const Route = createFileRoute('/main/settings_/customerMessages')({ component: CustomerMessages });

function CustomerMessages() {
  const t = useTranslations('messageSettings');
  const settings = useQuery(endpointQuery(getMessageSettings));
  return (
    <SettingsPage page="customerMessages">
      <Loaded query={settings}>
        {(settings) => (
          <>
            <MessageKinds settings={settings} />
            <section className={classes.part}>
              <h2 className="heading">{t('ways.title')}</h2>
              <p className={`quiet ${classes.partWhy}`}>{t('ways.why')}</p>
              <MessageWays />
            </section>
            <section className={classes.part}>
              <h2 className="heading">{t('rules.title')}</h2>
              <MessageRules settings={settings} />
            </section>
          </>
        )}
      </Loaded>
    </SettingsPage>
  );
}
