// The frame of the application and its first page: two names of one file, which a first visit loads at once.
export { DashboardPage } from './reports/dashboard/dashboard-page.tsx';
export { AppShell } from './shell/app-shell.tsx';
