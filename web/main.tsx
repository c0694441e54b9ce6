// Starts the browser part. Texts, Temporal and the first screen's code load before it replaces the server's rendering.
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { handleFailures } from './lib/client/failures.ts';
import { queryClient } from './lib/client/query-client.ts';
import { redirectHashUrl } from './lib/hash-url.ts';
import { initI18n } from './lib/i18n.ts';
import { ensureTemporal } from './lib/temporal.ts';
import { schemeManager } from './lib/ui/colour-scheme.ts';
import { ToastList } from './lib/ui/toast/toast-list.tsx';
import { router } from './routes.tsx';
import { cssVariablesResolver, theme } from './theme.ts';

redirectHashUrl();
handleFailures((address) => router.history.replace(address));
await ensureTemporal();
await Promise.all([initI18n(), router.load()]);

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root');
// In a transition, React yields to user input.
const screen = (
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={schemeManager}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <ToastList />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>
);
const page = createRoot(root);
startTransition(() => page.render(screen));
