import './theme/reset.css';
import './theme/mantine.css';
import './theme/fonts.css';
import './theme/tokens.css';
import './theme/global.css';
import './theme/fading-row.css';
import './theme/forced-colors.css';
import './theme/print.css';
import './theme/auth.css';
import './theme/shell.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { IntlProvider } from 'use-intl';
import { ApiError } from '#web/lib/api/api-error.ts';
import { isMissingFileError, watchForMissingFiles } from '#web/lib/api/missing-part.ts';
import { queryClient } from '#web/lib/api/query-client.ts';
import { en } from './lib/i18n/en.ts';
import { router } from './router.tsx';
import { colorSchemeManager } from './theme/color-scheme.ts';
import { cssVariables, theme } from './theme/theme.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

watchForMissingFiles();

// A missing connection shows on screen and recovers: no error to report.
const onCaughtError = (error: unknown) => {
  if (!isMissingFileError(error) && !(error instanceof ApiError)) console.error(error);
};

createRoot(root, { onCaughtError }).render(
  <StrictMode>
    <IntlProvider locale="en" messages={en} timeZone="UTC">
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        colorSchemeManager={colorSchemeManager}
        defaultColorScheme="auto"
        deduplicateCssVariables={false}
      >
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </IntlProvider>
  </StrictMode>,
);
