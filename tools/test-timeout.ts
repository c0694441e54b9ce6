// How long a test may take, in every process that runs tests.

/** The longest test takes about a minute; machines differ by a factor of three. */
export const TEST_TIMEOUT_MS = 300_000;
