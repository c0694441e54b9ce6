// Addresses of the kind `/{product}/#/app/home`, as links in mails and bookmarks have them, land on `/app/home`.

/** The path that a hash address means, or undefined for any other hash. */
export function hashToPath(hash: string): string | undefined {
  const path = hash.startsWith('#!/') ? hash.slice(2) : hash.slice(1);
  // Two slashes would name another host.
  return /^\/(?![/\\])/.test(path) ? path : undefined;
}

/** Replaces a hash address by the path it means, now and whenever one is entered. */
export function redirectHashUrl(): void {
  const path = hashToPath(location.hash);
  if (path) history.replaceState(null, '', path);
  addEventListener('hashchange', () => {
    const newPath = hashToPath(location.hash);
    if (newPath) location.replace(newPath);
  });
}
