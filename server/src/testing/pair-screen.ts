import type { DisplayKey, EnterScreen, PairedScreen, RouteBodyInput } from '@placard/contract'
import { SAMPLE_DISPLAY } from '../operations/seed/service.ts'
import { type Client, createClient } from './server.ts'

/** A screen that has never been here: what its page tells when it asks for a code. */
export const NEW_SCREEN = { secret: null, width: 1920, height: 1080, timeZone: 'UTC' } satisfies EnterScreen

/** A paired screen, and the browser behind it. */
export type PairedPlayer = { player: Client; secret: string; screen: PairedScreen }

/**
 * Pairs a new screen.
 *
 * @param by somebody who may pair screens
 * @param wanted as a person chooses, or the name of a new screen of the display `key`
 * @throws when the screen cannot be paired
 */
export async function pairScreen(
  server: { url: string },
  by: Client,
  wanted: string | RouteBodyInput<'pairScreen'>,
  key: DisplayKey = SAMPLE_DISPLAY,
  about: EnterScreen = NEW_SCREEN,
): Promise<PairedPlayer> {
  const player = createClient(server.url)
  const { body: entered } = await player.call('enterScreen', { params: {}, body: about })
  if (entered.status !== 'waiting') throw new Error('a new screen was known')
  const { status, body } = await by.call('pairScreen', {
    params: { organisationId: key.organisationId, code: entered.code },
    body: typeof wanted === 'string' ? { as: 'new', displayId: key.displayId, name: wanted } : wanted,
  })
  if (status !== 201) throw new Error(`the screen was not paired: ${status}`)
  return { player, secret: entered.secret, screen: body }
}
