export * from './content/activity.ts'
export * from './content/advice.ts'
export * from './content/avc-config.ts'
export * from './content/board.ts'
export {
  BOARD_LOOKS,
  BOARD_PARTS,
  type BoardLook,
  type BoardPart,
  LOOK_PARTS,
  type LookPart,
} from './content/board-looks.ts'
export { type BoardPalette, boardPalette } from './content/board-palette.ts'
export * from './content/brand.ts'
export * from './content/change-several.ts'
export * from './content/changed.ts'
export { contrastOf } from './content/colours.ts'
export * from './content/condition.ts'
export * from './content/corner-piece.ts'
export {
  CORNER_KINDS,
  CORNER_MARGIN_PERCENT,
  CORNERS,
  type Corner,
  type CornerKind,
  MAX_CORNER_PERCENT,
  MAX_CORNER_WIDTH_PERCENT,
  MIN_CORNER_PERCENT,
} from './content/corner-shapes.ts'
export * from './content/deck.ts'
export * from './content/deck-pages.ts'
export * from './content/display.ts'
export * from './content/feed.ts'
export * from './content/feed-check.ts'
export * from './content/film.ts'
export { HTML_NAMES } from './content/html-names.ts'
export * from './content/item.ts'
export { isItemType, isShownType, type ShownType } from './content/item-type.ts'
export * from './content/item-url.ts'
export * from './content/language.ts'
export * from './content/layout.ts'
export {
  ARRANGEMENTS,
  type Arrangement,
  DIVIDER_STEP_PERCENT,
  MIN_ZONE_PERCENT,
  SHAPES,
} from './content/layout-shapes.ts'
export * from './content/library.ts'
export * from './content/line.ts'
export * from './content/media.ts'
export * from './content/media-address.ts'
export * from './content/move.ts'
export * from './content/move-in.ts'
export * from './content/notice.ts'
export * from './content/notice-blocks.ts'
export { NOTICE_LOOKS } from './content/notice-looks.ts'
export * from './content/notice-palette.ts'
export {
  CLOCK_CONSTANTS,
  MAX_COMPARISONS,
  MAX_CONSTANT_CHARACTERS,
  OPERATORS,
  OPERATORS_OF,
  type Operator,
} from './content/operators.ts'
export { isMarkedAsPage, markAsPage, pageBoxOf } from './content/page-mark.ts'
export * from './content/playlist.ts'
export { type BoardColumn, type ManifestBoard, readBoard } from './content/read-board.ts'
export { decimalMarkOf, decimalsOf, decimalsWritten, readCell } from './content/read-cell.ts'
export { type ManifestReadCode, READ_CARD_ID, READ_CARD_SECONDS, readReadCode } from './content/read-code.ts'
export { type ManifestCondition, readCondition } from './content/read-condition.ts'
export { NO_PICTURE, readBrand, readNotice } from './content/read-notice.ts'
export {
  readInclusions,
  readOpeningHours,
  readSchedule,
  readZoneOffsets,
} from './content/read-schedule.ts'
export {
  MAX_RELOAD_MINUTES,
  MAX_SCROLL_PX,
  MAX_ZOOM_PERCENT,
  MIN_ZOOM_PERCENT,
  readWebPage,
  type WebPageView,
} from './content/read-web-page.ts'
export * from './content/schedule.ts'
export * from './content/set-town.ts'
export * from './content/shared-address.ts'
export * from './content/table.ts'
export * from './content/table-source.ts'
export { tidyDeck } from './content/tidy-deck.ts'
export * from './content/value.ts'
export * from './content/value-now.ts'
export * from './content/weather.ts'
export { FIGURE_TYPES, isWeatherCompared, isWeatherText } from './content/weather-figures.ts'
export {
  type ForecastDay,
  type ForecastHour,
  isForecast,
  type ManifestWeather,
  readWeather,
  TEMPERATURE_UNITS,
  type TemperatureUnit,
  WEATHER_CONDITIONS,
  WEATHER_DAYS,
  WEATHER_FIGURES,
  WEATHER_FRESH_MS,
  WEATHER_LOOKS,
  WEATHER_SOURCES,
  type WeatherCondition,
  type WeatherFigure,
  type WeatherLook,
  type WeatherSource,
  WIND_UNITS,
  type WindUnit,
} from './content/weather-shapes.ts'
export * from './content/web-page.ts'
export { displayCell, titleOfRow, withDecimals, writeCell } from './content/write-cell.ts'
export { FIRST_ROUTES } from './first-routes.ts'
export * from './operations/console.ts'
export * from './operations/setup.ts'
export * from './operations/webhook.ts'
export * from './operations/webhook-event.ts'
export * from './people/account.ts'
export * from './people/display-limit.ts'
export * from './people/invitation-token.ts'
export * from './people/member.ts'
export * from './people/own-account.ts'
export * from './people/passkey.ts'
export * from './people/proposal.ts'
export * from './people/single-sign-on.ts'
export * from './people/token.ts'
export * from './platform/constants.ts'
export * from './platform/day.ts'
export * from './platform/error.ts'
export * from './platform/error-message.ts'
export type { FetchFailure } from './platform/fetch-failures.ts'
export * from './platform/id.ts'
export { acceptedLanguage, knownLanguage, LANGUAGES, localeOf, type UiLanguage } from './platform/languages.ts'
export * from './platform/live.ts'
export { isLocalDateTime, MAX_EXCEPTIONS_PER_SCHEDULE, MAX_HOURS_PER_SCHEDULE } from './platform/local-time.ts'
export * from './platform/organisation.ts'
export {
  type DisplayKey,
  isPlaylistId,
  isTableId,
  type OwnerKey,
  ownerIdOf,
  type PlaylistKey,
  type ProgrammeKey,
  programmeIdOf,
  programmeKeyOf,
  type TableKey,
} from './platform/programme-key.ts'
export { PROVEN_MS, retryDelayMs, toldDelayMs } from './platform/reconnect.ts'
export * from './platform/required-step.ts'
export * from './platform/role.ts'
export * from './platform/routes/shape.ts'
export * from './platform/text.ts'
export {
  createTranslate,
  type Message,
  type PluralForms,
  type SameShape,
  type Translate,
} from './platform/translate.ts'
export * from './platform/zone-offsets.ts'
export * from './playout/insert.ts'
export { INSERT_PLACES } from './playout/insert-place.ts'
export { isCornerPiece } from './playout/is-corner-piece.ts'
export * from './playout/manifest.ts'
export { ManifestItem, ManifestLine } from './playout/manifest-entry.ts'
export { manifestItemOf } from './playout/manifest-item.ts'
export * from './playout/page.ts'
export { type ManifestCornerPiece, readCornerPieces } from './playout/read-corner-pieces.ts'
export { type ManifestFont, readFonts } from './playout/read-fonts.ts'
export { type ManifestLayout, type ManifestZone, type Place, type Rect, readLayout } from './playout/read-layout.ts'
export { type ManifestInsert, type ManifestTakeOver, readInserts, readTakeOvers } from './playout/read-take-over.ts'
export * from './playout/take-over.ts'
export * from './route.ts'
export * from './route-details.ts'
export * from './screens/agent.ts'
export * from './screens/agent-updates.ts'
export * from './screens/alert.ts'
export * from './screens/enrolment.ts'
export * from './screens/machine.ts'
export * from './screens/pairing.ts'
export * from './screens/play.ts'
export { AGENT_ROUTES } from './screens/routes/agent.ts'
export * from './screens/screen.ts'
export * from './screens/visit.ts'
export * from './screens/wall.ts'
