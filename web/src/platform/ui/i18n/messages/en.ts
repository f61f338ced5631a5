import type { ErrorCode, Message } from '@placard/contract'
import { words as account } from './en/account.ts'
import { words as accounts } from './en/accounts.ts'
import { words as activity } from './en/activity.ts'
import { words as addresses } from './en/addresses.ts'
import { words as advice } from './en/advice.ts'
import { words as alerts } from './en/alerts.ts'
import { words as apiDocs } from './en/api-docs.ts'
import { words as boards } from './en/boards.ts'
import { words as conditions } from './en/conditions.ts'
import { words as ofConsole } from './en/console.ts'
import { words as decks } from './en/decks.ts'
import { words as displays } from './en/displays.ts'
import { words as errors } from './en/errors.ts'
import { words as feeds } from './en/feeds.ts'
import { words as filmNote } from './en/film-note.ts'
import { words as general } from './en/general.ts'
import { words as items } from './en/items.ts'
import { words as layout } from './en/layout.ts'
import { words as library } from './en/library.ts'
import { words as machine } from './en/machine.ts'
import { words as moving } from './en/moving.ts'
import { words as people } from './en/people.ts'
import { words as playlists } from './en/playlists.ts'
import { words as plays } from './en/plays.ts'
import { words as proposals } from './en/proposals.ts'
import { words as schedules } from './en/schedules.ts'
import { words as screenDetails } from './en/screen-details.ts'
import { words as screenList } from './en/screen-list.ts'
import { words as screens } from './en/screens.ts'
import { words as setup } from './en/setup.ts'
import { words as tables } from './en/tables.ts'
import { words as takeOver } from './en/take-over.ts'
import { words as tokens } from './en/tokens.ts'
import { words as updates } from './en/updates.ts'
import { words as values } from './en/values.ts'
import { words as wall } from './en/wall.ts'
import { words as weather } from './en/weather.ts'
import { words as webPages } from './en/web-pages.ts'
import { words as webhooks } from './en/webhooks.ts'
import { words as week } from './en/week.ts'
import { words as whyPanel } from './en/why-panel.ts'

/** All messages of the application, and the shape that every language has. Every error code of the server has a message. */
export const en = {
  ...account,
  ...accounts,
  ...activity,
  ...addresses,
  ...advice,
  ...alerts,
  ...apiDocs,
  ...boards,
  ...conditions,
  ...ofConsole,
  ...decks,
  ...displays,
  ...errors,
  ...feeds,
  ...filmNote,
  ...general,
  ...items,
  ...layout,
  ...library,
  ...machine,
  ...moving,
  ...people,
  ...playlists,
  ...plays,
  ...proposals,
  ...schedules,
  ...screenDetails,
  ...screenList,
  ...screens,
  ...setup,
  ...tables,
  ...takeOver,
  ...tokens,
  ...updates,
  ...values,
  ...wall,
  ...weather,
  ...webPages,
  ...webhooks,
  ...week,
  ...whyPanel,
} satisfies Record<`error.${ErrorCode}`, Message>
