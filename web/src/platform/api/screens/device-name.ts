const SYSTEMS: [RegExp, string][] = [
  [/Tizen/, 'Samsung'],
  [/Web0S|webOS/, 'LG'],
  [/BrightSign/, 'BrightSign'],
  [/CrOS/, 'ChromeOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/iPhone|iPad/, 'iOS'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]
const BROWSERS: [RegExp, string][] = [
  [/Edg\/(\d+)/, 'Edge'],
  [/Firefox\/(\d+)/, 'Firefox'],
  [/Chrom(?:e|ium)\/(\d+)/, 'Chrome'],
  [/Version\/(\d+)[^ ]* .*Safari/, 'Safari'],
]

/** The name of a device: `Chrome 120, Android`. Empty for an unknown user agent. */
export function deviceName(userAgent: string): string {
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1]
  const browser = BROWSERS.flatMap(([pattern, name]) => {
    const version = pattern.exec(userAgent)?.[1]
    return version ? [`${name} ${version}`] : []
  })[0]
  return [browser, system].filter((part) => part !== undefined).join(', ')
}

/** A short name for a screen without a name: four characters of its id. */
export function shortId(id: string): string {
  return id.slice(0, 4).toUpperCase()
}
