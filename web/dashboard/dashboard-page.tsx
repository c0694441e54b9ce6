// The first screen after signing in.

export function DashboardPage() {
  return <h1>Today</h1>;
}
