import type { SameShape } from '../translate.ts'
import { words as account } from './ar/account.ts'
import { words as addresses } from './ar/addresses.ts'
import { words as alerts } from './ar/alerts.ts'
import { words as apiDocs } from './ar/api-docs.ts'
import { words as boards } from './ar/boards.ts'
import { words as conditions } from './ar/conditions.ts'
import { words as ofConsole } from './ar/console.ts'
import { words as decks } from './ar/decks.ts'
import { words as feeds } from './ar/feeds.ts'
import { words as filmNote } from './ar/film-note.ts'
import { first } from './ar/first.ts'
import { late } from './ar/late.ts'
import { words as layout } from './ar/layout.ts'
import { words as library } from './ar/library.ts'
import { words as moving } from './ar/moving.ts'
import { words as plays } from './ar/plays.ts'
import { words as proposals } from './ar/proposals.ts'
import { words as screenDetails } from './ar/screen-details.ts'
import { words as screens } from './ar/screens.ts'
import { words as setup } from './ar/setup.ts'
import { words as tables } from './ar/tables.ts'
import { words as takeOver } from './ar/take-over.ts'
import { words as tokens } from './ar/tokens.ts'
import { words as values } from './ar/values.ts'
import { words as wall } from './ar/wall.ts'
import { words as weather } from './ar/weather.ts'
import { words as webPages } from './ar/web-pages.ts'
import { words as webhooks } from './ar/webhooks.ts'
import { words as week } from './ar/week.ts'
import { words as whyPanel } from './ar/why-panel.ts'
import type { en } from './en.ts'

/** Arabic. Its files have the names of the English ones. */
export const ar: SameShape<typeof en> = {
  ...first,
  ...late,
  ...account,
  ...addresses,
  ...alerts,
  ...apiDocs,
  ...boards,
  ...conditions,
  ...ofConsole,
  ...decks,
  ...feeds,
  ...filmNote,
  ...layout,
  ...library,
  ...moving,
  ...plays,
  ...proposals,
  ...screenDetails,
  ...screens,
  ...setup,
  ...tables,
  ...takeOver,
  ...tokens,
  ...values,
  ...wall,
  ...weather,
  ...webPages,
  ...webhooks,
  ...week,
  ...whyPanel,
}
