import type { Page, Request, Route } from '@playwright/test'

/** Requests about uploads in pieces, as they were made. */
export function watchUploads(page: Page): { begun: () => number; offsets: () => number[]; removed: () => number } {
  const seen: Request[] = []
  page.on('request', (request) => {
    if (/\/uploads(\/\w+)?$/.test(request.url())) seen.push(request)
  })
  const of = (method: string) => seen.filter((request) => request.method() === method)
  return {
    begun: () => of('POST').length,
    offsets: () => of('PATCH').map((request) => Number(request.headers()['upload-offset'])),
    removed: () => of('DELETE').length,
  }
}

/** Holds the pieces from the second one on, until they are let go. */
export async function holdPieces(page: Page): Promise<() => Promise<void>> {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const hold = async (route: Route) => {
    const request = route.request()
    if (request.method() === 'PATCH' && request.headers()['upload-offset'] !== '0') await held
    await route.continue().catch(() => {})
  }
  await page.route('**/uploads/*', hold)
  return async () => {
    letGo()
    await page.unroute('**/uploads/*', hold)
  }
}
