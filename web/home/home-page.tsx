// The public home page.

export function HomePage() {
  return <h1>Daybook</h1>;
}
