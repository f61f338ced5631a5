/** The bar with its navigation, as the page before drew it. */
let kept: HTMLElement | undefined

/** Keeps a bar that is about to leave, so that it stands where it is while the next page is on its way. */
export function keepBar(bar: HTMLElement): void {
  kept = bar.cloneNode(true) as HTMLElement
}

/** @returns a drawing of it for the page of an address, with the entry of that page marked; undefined on a first page */
export function drawKeptBar(path: string): HTMLElement | undefined {
  const bar = kept?.cloneNode(true) as HTMLElement | undefined
  for (const link of bar?.querySelectorAll<HTMLAnchorElement>('nav a') ?? []) {
    if (link.pathname === path) link.setAttribute('aria-current', 'page')
    else link.removeAttribute('aria-current')
  }
  return bar
}
