import { itemIdOfEntry, type Screen, type Screens } from '@placard/contract'
import type { HeardScreen } from '@placard/playback'
import { healthOf, isGone } from '../../../platform/api/screens/health.ts'

/** The state of the present screens, for explaining an item. */
export function heardScreens(screens: Screens): (HeardScreen & { screen: Screen })[] {
  return screens.screens
    .filter((screen) => !isGone(screen, screens.at) && healthOf(screen, screens).status !== 'unseen')
    .map((screen) => {
      const { broken, full } = screen.state
      return { screen, broken: broken.map(({ itemId }) => itemIdOfEntry(itemId)), full }
    })
}
