// Addresses of the kind `/{product}/#/app/home`, as links in mails and bookmarks have them, land on `/app/home`.

/** The path that a hash address means, or undefined for any other hash. */
export function pathOfHash(hash: string): string | undefined {
  const path = hash.startsWith('#!/') ? hash.slice(2) : hash.slice(1);
  // Two slashes would name another host.
  return /^\/(?![/\\])/.test(path) ? path : undefined;
}

/** Replaces a hash address by the path it means, now and whenever one is entered. */
export function landHashAddress(): void {
  const path = pathOfHash(location.hash);
  if (path) history.replaceState(null, '', path);
  addEventListener('hashchange', () => {
    const entered = pathOfHash(location.hash);
    if (entered) location.replace(entered);
  });
}
