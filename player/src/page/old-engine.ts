// Functions that the contract calls and an engine of 2018 does not have. Imported before everything else. It is short because
// the sources of the player keep to what Chromium 64 has, or look first.

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
