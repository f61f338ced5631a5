/**
 * The number of films that a panel decodes at the same time [LY5]. The engines of LG's generations are told apart by the version of
 * their browser (webostv.developer.lge.com, "Web API and Web Engine"): webOS 1 and 2 have WebKit, 3 has Chromium 38, 4 has 53 and 5
 * has 68. webOS 4 decodes two or four, depending on its firmware, which the user agent does not tell: it counts as two.
 *
 * Sources: build.signagelive.com/lg-webos-guidance (LG), support.signagelive.com "SSSP - Known Limitations" (Samsung's older signage).
 * Newer panels of Samsung are not told apart from older ones, and count as one. Their user agents, and those of every other browser, do
 * not name a number: a person can choose one, and a screen reports the films that it has seen move at once.
 */
const PANELS: { engine: RegExp; decoders: (userAgent: string) => number }[] = [
  { engine: /Web0S|webOS/, decoders: (userAgent) => decodersOfLg(chromiumOf(userAgent)) },
  { engine: /Tizen|SMART-TV|Maple/, decoders: () => 1 },
]

/** @returns undefined for any other browser: its device is not known, and counts as one */
export function decodersOf(userAgent: string): number | undefined {
  return PANELS.find(({ engine }) => engine.test(userAgent))?.decoders(userAgent)
}

function decodersOfLg(chromium: number): number {
  if (chromium >= 68) return 4
  return chromium >= 38 ? 2 : 1
}

/** 0: another engine. */
const chromiumOf = (userAgent: string) => Number(/Chrome\/(\d+)/.exec(userAgent)?.[1] ?? 0)
