// Functions that the contract calls and that Chromium 64 does not have. Imported before everything else. The list is
// short because the player's own sources use only what Chromium 64 has, or check first.

if (typeof URL.canParse !== 'function') {
  URL.canParse = (url, base) => {
    try {
      new URL(url, base)
      return true
    } catch {
      return false
    }
  }
}
