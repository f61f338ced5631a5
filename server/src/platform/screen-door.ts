import type { IncomingHttpHeaders } from 'node:http'
import type { DisplayKey, ScreenId } from '@placard/contract'
import { providersNetworkOf } from './network.ts'

/** The sender of a screen's request. `isProven`: it carries the secret of the paired screen that it names. */
export type ScreenSender = { isProven: boolean; address: string }

/** The asker that a screen's report counts for: its organisation, or its network when the request carries no valid secret. */
export const askerOfScreen = ({ organisationId }: DisplayKey, { isProven, address }: ScreenSender): string =>
  isProven ? organisationId : providersNetworkOf(address)

/**
 * Checks a request of a screen before anything is stored or counted for that screen.
 *
 * @returns undefined when the request must be dropped, because only the paired screen itself may send it
 * @throws AppError too-many-requests, display-not-found
 */
export type ScreenDoor = (
  request: { ip: string; headers: Pick<IncomingHttpHeaders, 'cookie'> },
  key: DisplayKey,
  screenId: ScreenId,
) => Promise<ScreenSender | undefined>
