export * from './account.ts'
export * from './activity.ts'
export * from './advice.ts'
export * from './alert.ts'
export * from './avc-config.ts'
export * from './brand.ts'
export * from './change-several.ts'
export * from './changed.ts'
export * from './console.ts'
export * from './constants.ts'
export * from './day.ts'
export * from './deck.ts'
export * from './deck-pages.ts'
export * from './display.ts'
export * from './error.ts'
export * from './error-message.ts'
export * from './feed.ts'
export * from './feed-check.ts'
export * from './film.ts'
export { FIRST_ROUTES } from './first-routes.ts'
export * from './id.ts'
export * from './item.ts'
export { isItemType, isShownType, type ShownType } from './item-type.ts'
export * from './item-url.ts'
export * from './library.ts'
export * from './line.ts'
export * from './live.ts'
export { MAX_EXCEPTIONS_PER_SCHEDULE, MAX_HOURS_PER_SCHEDULE } from './local-time.ts'
export * from './manifest.ts'
export { ManifestItem, ManifestLine } from './manifest-entry.ts'
export { manifestItemOf } from './manifest-item.ts'
export * from './media.ts'
export * from './media-address.ts'
export * from './member.ts'
export * from './move.ts'
export * from './move-in.ts'
export * from './notice.ts'
export * from './notice-blocks.ts'
export { NOTICE_LOOKS } from './notice-looks.ts'
export * from './notice-palette.ts'
export * from './organisation.ts'
export * from './page.ts'
export { isMarkedAsPage, markAsPage, pageBoxOf } from './page-mark.ts'
export * from './pairing.ts'
export * from './play.ts'
export * from './playlist.ts'
export {
  type DisplayKey,
  isPlaylistId,
  type PlaylistKey,
  type ProgrammeKey,
  programmeIdOf,
  programmeKeyOf,
} from './programme-key.ts'
export * from './proposal.ts'
export { type ManifestReadCode, READ_CARD_ID, READ_CARD_SECONDS, readReadCode } from './read-code.ts'
export { NO_PICTURE, readBrand, readNotice } from './read-notice.ts'
export {
  readInclusions,
  readOpeningHours,
  readSchedule,
  readZoneOffsets,
} from './read-schedule.ts'
export { type ManifestTakeOver, readTakeOvers } from './read-take-over.ts'
export {
  MAX_RELOAD_MINUTES,
  MAX_SCROLL_PX,
  MAX_ZOOM_PERCENT,
  MIN_ZOOM_PERCENT,
  readWebPage,
  type WebPageView,
} from './read-web-page.ts'
export { PROVEN_MS, retryDelayMs, toldDelayMs } from './reconnect.ts'
export * from './role.ts'
export * from './route.ts'
export * from './route-details.ts'
export * from './routes/shape.ts'
export * from './schedule.ts'
export * from './screen.ts'
export * from './setup.ts'
export * from './shared-address.ts'
export * from './single-sign-on.ts'
export * from './take-over.ts'
export * from './text.ts'
export { tidyDeck } from './tidy-deck.ts'
export * from './token.ts'
export * from './visit.ts'
export * from './web-page.ts'
export * from './webhook.ts'
export * from './webhook-event.ts'
export * from './zone-offsets.ts'
