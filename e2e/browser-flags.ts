/** Arguments for a Chromium that does nothing by itself. */
export const QUIET_FLAGS = [
  // A container runs as root, where Chromium refuses its sandbox.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
