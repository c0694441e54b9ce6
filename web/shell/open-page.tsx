// The page of the address, for whom it is open; everybody else is led to the page that says so, before anything is asked for.
import { Loader } from '@mantine/core';
import { Navigate, Outlet, useMatches } from '@tanstack/react-router';
import { useCurrentUser } from '#web/lib/client/current-user.ts';

/** @param checking the rights are being read anew: what is closed may have been opened meanwhile. */
export function OpenPage({ checking }: { checking: boolean }) {
  const { pages } = useCurrentUser();
  // Of what is shown, not of where one is going: while the next page is loaded, this one still stands.
  const shown = useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '' });
  // Nothing stands at /app itself: it leads to the dashboard.
  const isOpen = shown === '/app' || pages.some((page) => shown === page || shown.startsWith(`${page}/`));
  if (isOpen) return <Outlet />;
  return checking ? <Loader /> : <Navigate to="/static/403" replace />;
}
