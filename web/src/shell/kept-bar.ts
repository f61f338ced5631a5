/** A copy of the previous page's bar with its navigation. */
let kept: HTMLElement | undefined

/** Keeps a copy of a bar that is about to be removed, so that it stays visible while the next page is loading. */
export function keepBar(bar: HTMLElement): void {
  kept = bar.cloneNode(true) as HTMLElement
}

/** @returns a copy for the page at a path, with that page's entry marked; undefined on a first page */
export function drawKeptBar(path: string): HTMLElement | undefined {
  const bar = kept?.cloneNode(true) as HTMLElement | undefined
  for (const link of bar?.querySelectorAll<HTMLAnchorElement>('nav a') ?? []) {
    if (link.pathname === path) link.setAttribute('aria-current', 'page')
    else link.removeAttribute('aria-current')
  }
  return bar
}
