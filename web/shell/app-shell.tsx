// The frame of everything under /app: side menu, top bar and the page.
import '@mantine/core/styles.layer.css';
import { Outlet } from '@tanstack/react-router';

export function AppShell() {
  return (
    <main id="content">
      <Outlet />
    </main>
  );
}
