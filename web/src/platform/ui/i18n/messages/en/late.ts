import { words as accounts } from './late/accounts.ts'
import { words as activity } from './late/activity.ts'
import { words as advice } from './late/advice.ts'
import { words as displays } from './late/displays.ts'
import { words as errors } from './late/errors.ts'
import { words as items } from './late/items.ts'
import { words as people } from './late/people.ts'
import { words as playlists } from './late/playlists.ts'
import { words as schedules } from './late/schedules.ts'
import { words as screens } from './late/screens.ts'

/** Messages of all other pages and dialogs, loaded with the first of those. */
export const late = {
  ...accounts,
  ...activity,
  ...advice,
  ...displays,
  ...errors,
  ...items,
  ...people,
  ...playlists,
  ...schedules,
  ...screens,
}
