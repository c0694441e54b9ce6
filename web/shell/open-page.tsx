// Renders the current page if the person may open it, else redirects to the 403 page before any data is requested.
import { Loader } from '@mantine/core';
import { Navigate, Outlet, useMatches } from '@tanstack/react-router';
import { useCurrentUser } from '#web/lib/client/current-user.ts';

/**
 * @param checking true while the rights reload: a forbidden page may have become allowed.
 */
export function OpenPage({ checking }: { checking: boolean }) {
  const { pages } = useCurrentUser();
  // Check the page on screen, not the navigation's target: it stays until the next page has loaded.
  const shown = useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '' });
  // /app itself has no page; it redirects to the dashboard.
  const isOpen = shown === '/app' || pages.some((page) => shown === page || shown.startsWith(`${page}/`));
  if (isOpen) return <Outlet />;
  return checking ? <Loader /> : <Navigate to="/static/403" replace />;
}
