// A person's public profile with the free times.

export function ProfilePage() {
  return <h1>Profile</h1>;
}
