import './theme/mantine.css';
import './theme/fonts.css';
import './theme/tokens.css';
import './theme/global.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { type ReactNode, StrictMode, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { IntlProvider } from 'use-intl';
import { textStore } from './lib/i18n/texts.ts';
import { queryClient } from './lib/query-client.ts';
import { router } from './router.tsx';
import { colorSchemeManager } from './theme/color-scheme.ts';
import { cssVariables, theme } from './theme/theme.ts';
import { Toaster } from './ui/toaster.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

function Texts({ children }: { children: ReactNode }) {
  const messages = useSyncExternalStore(textStore.subscribe, textStore.get);
  return (
    <IntlProvider locale="en" messages={messages} timeZone="UTC">
      {children}
    </IntlProvider>
  );
}

createRoot(root).render(
  <StrictMode>
    <Texts>
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
        <Toaster />
      </MantineProvider>
    </Texts>
  </StrictMode>,
);
