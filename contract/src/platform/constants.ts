/**
 * Every constant of the specification, in one place (row K3). The id behind each is the row it comes from.
 * Units are in the names; sizes are bytes, times are milliseconds unless the name says seconds.
 */

/** K1: what the forms offer, in seconds. An item that has another duration keeps it. */
export const DURATION_OPTIONS_SECONDS = [5, 10, 15, 30, 45, 60, 90, 120] as const
/** K1: preset on the forms. */
export const DEFAULT_FORM_DURATION_SECONDS = 5
/** P7: what the player takes when a duration is absent or zero. */
export const DEFAULT_PLAYER_DURATION_SECONDS = 15
/** The longest showing of one item: a day. Beyond 2^31 ms a browser's timer fires at once. */
export const MAX_DURATION_SECONDS = 86_400
/** K2 */
export const DEFAULT_VISIBLE = true

/** C4: the limit on the picture as it was picked, before the browser re-encodes it. Exactly this size is accepted. */
export const MAX_IMAGE_BYTES = 1_024_000
/** C7: a picture of this size or less goes up in a single request; a larger one resumably, its first piece of this size. */
export const SINGLE_UPLOAD_BYTES = 262_144
/** C7: each piece is twice as large as the one before, up to this. */
export const MAX_UPLOAD_PIECE_BYTES = 33_554_432
/** C7: an operation of an upload (a request for it, a piece of it) that fails is tried again for this long. */
export const UPLOAD_OPERATION_RETRY_MS = 120_000
/** C7: an upload as a whole is tried for this long. */
export const UPLOAD_RETRY_MS = 600_000

/** C6: a picture is fitted inside this box, its aspect kept, never enlarged. */
export const IMAGE_BOX = { width: 1920, height: 1080 } as const
/** C6: JPEG quality, 0 to 1. */
export const IMAGE_QUALITY = 0.9
/** The most pixels a picture may have before the server decodes it: a 400 kB file can claim 3.6 billion. */
export const MAX_IMAGE_PIXELS = 50_000_000
/** The longest side that a picture may have: what browsers draw on at most. A strip of 1 by 50 million takes half a minute. */
export const MAX_IMAGE_SIDE_PX = 16_384
/** A progressive JPEG has about ten scans; each costs a pass over all pixels, and a made-up one has a thousand. */
export const MAX_JPEG_SCANS = 50
/** The same in the browser, which makes a picture fit before it is sent: the largest that phones take have 199.8 million. */
export const MAX_DECODED_PIXELS = 200_000_000

/** The largest film that is taken. It goes up in pieces. */
export const MAX_FILM_BYTES = 2 * 2 ** 30
export type FilmLimits = {
  /** Of the picture, whichever way round it is. */
  longSidePx: number
  shortSidePx: number
  framesPerSecond: number
  bitsPerSecond: number
  /** Of H.264, times ten. */
  level: number
}
/** CT3: what every screen since 2016 plays. */
export const FILM_LIMITS: FilmLimits = {
  longSidePx: 1_920,
  shortSidePx: 1_080,
  framesPerSecond: 30,
  bitsPerSecond: 12_000_000,
  level: 40,
}
/** CT3: what is taken of somebody who insists: some screens play it. */
export const INSISTED_FILM_LIMITS: FilmLimits = {
  longSidePx: 4_096,
  shortSidePx: 2_304,
  framesPerSecond: 60,
  bitsPerSecond: 100_000_000,
  level: 52,
}
/** A shorter film is a picture. */
export const FILM_LENGTH_MS = { least: 100 } as const

/** P3: share of the viewport's height that the media area takes. */
export const MEDIA_AREA_SHARE = 0.9
/** P4: pixels a marquee with scroll amount 26 moves in one step of MARQUEE_STEP_MS, on a screen 1080 pixels high. */
export const TICKER_SCROLL_AMOUNT_PX = 26
/** P4: the fixed delay between two steps of an HTML marquee (scrolldelay, HTML Standard). */
export const MARQUEE_STEP_MS = 85
/** P4: size of the ticker's letters on a screen REFERENCE_HEIGHT_PX high. */
export const TICKER_FONT_PX = 40
/** The height that the ticker's figures are given for; on other screens they scale with the viewport. */
export const REFERENCE_HEIGHT_PX = 1080
/** P4: what stands before each line. */
export const TICKER_BULLET = '•'

/** X2 */
export const NOTICE_MS = 5_000
/** X6 */
export const CHUNK_TIMEOUT_MS = 120_000
/** K4: a call that gets no answer is given up after this. */
export const CALL_TIMEOUT_MS = 30_000
/** K4: a long call (an upload) is given up after this time without progress. */
export const LONG_CALL_TIMEOUT_MS = 60_000

/** How often a live stream says that it lives, as a named event: comments are invisible to a page. */
export const HEARTBEAT_MS = 10_000
/** A stream that said nothing for this long is dead, whatever its socket believes. Two heartbeats and a half. */
export const WATCHDOG_MS = 25_000

/** Limits of ours; the specification names none. */
/** An upload that nobody continues is forgotten after this time. */
export const UPLOAD_EXPIRES_MS = 24 * 60 * 60_000
export const MAX_OPEN_UPLOADS_PER_ORGANISATION = 10
/** A stored file is kept for this long after nothing named it any more, so that a change can be undone. */
export const UNREFERENCED_MEDIA_KEPT_MS = 30 * 24 * 60 * 60_000
/** The log keeps an entry this long: a year, and a little more for those who look back at it. */
export const ACTIVITY_KEPT_MS = 400 * 24 * 60 * 60_000
/** How far back something can be undone: as far as its file is still there. */
export const UNDO_MS = UNREFERENCED_MEDIA_KEPT_MS
/** How things were before a change is kept for twice as long: what went back to then is told by it, and undone by it. */
export const ACTIVITY_STATES_KEPT_MS = 2 * UNDO_MS
/** Bytes of log that the changes of an organisation's displays may take in a day (UTC). */
export const MAX_ACTIVITY_STATE_BYTES_PER_DAY = 32 * 2 ** 20
export const MAX_ACTIVITY_ENTRY_BYTES_PER_DAY = 32 * 2 ** 20
export const ACTIVITY_PAGE_ENTRIES = 50
/** The picture in small that lists show. */
export const THUMBNAIL_WIDTH_PX = 480
export const MAX_TITLE_CHARACTERS = 200
export const MAX_LINE_CHARACTERS = 500
export const MAX_URL_CHARACTERS = 2_048
/** Of a notice: more than this is not read from a screen. */
export const MAX_HEADING_CHARACTERS = 120
export const MAX_NOTICE_CHARACTERS = 1_000
export const MAX_BYLINE_CHARACTERS = 120
/** A QR code of this many letters is still read from a few steps away. */
export const MAX_LINK_CHARACTERS = 300
export const MAX_ITEMS_PER_DISPLAY = 500
export const MAX_LINES_PER_DISPLAY = 200
/** Of one deck. A longer document is read from paper. */
export const MAX_DECK_PAGES = 200
/** Of all decks of a display, those that are left out too: a page of the dashboard has each of them. */
export const MAX_DECK_PAGES_PER_DISPLAY = 2_000
/** Of the feeds on one display, with what its playlists bring. */
export const MAX_FEEDS_PER_DISPLAY = 10
/** The most entries of a feed that somebody asks for. */
export const MAX_FEED_COUNT = 20
/** The most of one feed that a screen gets: the events of two weeks, those whose time has not come as well. */
export const MAX_FEED_ENTRIES = 60
export const MAX_FEED_AGE_DAYS = 365
/** Of an entry's words, cut at a word. */
export const MAX_FEED_TEXT_CHARACTERS = 300
/** A feed that could not be read anew for so long is taken off the screens. */
export const FEED_STALE_MS = 7 * 24 * 60 * 60_000
/** A moment between these can be written as a date by every clock: feeds say what they like. */
export const EARLIEST_FEED_AT = Date.parse('0001-01-02')
export const LATEST_FEED_AT = Date.parse('9999-01-01')
/** The words of a page that are kept: a densely written side of A4 has twice as many. */
export const MAX_PAGE_TEXT_CHARACTERS = 1_500
/** A page of a deck that is higher than wide is fitted inside this box, so that it is sharp on a screen that stands upright. */
export const UPRIGHT_BOX = { width: 1080, height: 1920 } as const
/**
 * The most that the addresses of a display's items may measure together, as players get them (UTF-8, percent-encoded): 500 of
 * them at 786 bytes. Whoever pastes longer ones is refused `addresses-too-long`.
 */
export const MAX_ADDRESS_BYTES_PER_DISPLAY = 393_216
/**
 * The most that the schedules of a display's items may measure together, as JSON, and those of its lines: 500 of them at 131
 * bytes. "Weekdays, 8 to 12" takes 72.
 */
export const MAX_SCHEDULE_BYTES_PER_LIST = 65_536
/** The most that the words of a display's notices may measure together, as JSON (UTF-8): 500 of them at 262 bytes. */
export const MAX_NOTICE_BYTES_PER_DISPLAY = 131_072
/**
 * No manifest is larger than this: the addresses, 500 items at 400 bytes beside them, 200 texts of 500 characters at three
 * bytes, the schedules, the notices, the take-overs. On a line of 1 Mbit/s it takes ten seconds, and a stream counts as dead after 25 (WATCHDOG_MS).
 */
export const MAX_MANIFEST_BYTES = 1_228_800
/** How long somebody stands in front of a display, in seconds: walking by, waiting for a lift, sitting in a waiting room. */
export const DWELL_SECONDS = [10, 30, 60] as const
export const DEFAULT_DWELL_SECONDS = 30
/** Of a screen, and from where it is read, as long as nobody has said otherwise. */
export const DEFAULT_DIAGONAL_INCHES = 55
export const DEFAULT_DISTANCE_CM = 400
export const MIN_DIAGONAL_INCHES = 5
export const MAX_DIAGONAL_INCHES = 1_000
export const MIN_DISTANCE_CM = 30
export const MAX_DISTANCE_CM = 10_000
export const MAX_DISPLAYS_PER_ORGANISATION = 200
export const MAX_PLAYLISTS_PER_ORGANISATION = 200
/** A playlist that was removed can come back for so long, with all that it held. */
export const REMOVED_PLAYLIST_KEPT_MS = UNDO_MS
/** A list of playlists shows so many pictures of each. */
export const PICTURES_PER_PLAYLIST = 4
export const MAX_LABELS_PER_FILE = 10
export const MAX_LABEL_CHARACTERS = 40
export const MAX_ALTERNATIVE_TEXT_CHARACTERS = 500
export const MAX_SEARCH_CHARACTERS = 200
/** Of one page of the library. */
export const LIBRARY_PAGE_FILES = 60
/** In one command of the library. */
export const MAX_FILES_AT_ONCE = 100
export const MAX_RECIPIENT_CHARACTERS = 100
/** An invitation that nobody accepted is forgotten after a week. */
export const INVITATION_EXPIRES_MS = 7 * 24 * 60 * 60_000
export const MAX_OPEN_INVITATIONS_PER_ORGANISATION = 100
/** The name that somebody gives who proposes something. */
export const MAX_PROPOSER_CHARACTERS = 80
/** The words of somebody who refuses it. */
export const MAX_PROPOSAL_WORD_CHARACTERS = 500
export const MAX_PROPOSALS_WAITING_PER_LINK = 50
export const MAX_PROPOSALS_WAITING_PER_ORGANISATION = 200
/** Of one contributor who is a member. */
export const MAX_PROPOSALS_WAITING_PER_MEMBER = 10
export const MAX_PROPOSAL_LINKS_PER_ORGANISATION = 50
/** The files of one proposal together, and what a phone has sent and not proposed yet. */
export const MAX_PROPOSAL_BYTES = 20 * 2 ** 20
/** A decision is told to its proposer and listed for so long. */
export const DECIDED_PROPOSALS_KEPT_MS = 30 * 24 * 60 * 60_000
/** Files that were sent and never proposed go after a day. */
export const UNPROPOSED_FILES_KEPT_MS = 24 * 60 * 60_000
/**
 * Of an organisation's room, what may be taken by files that were sent for proposals and not proposed yet; by those of one link half
 * of that. Of the usual 5 GiB it is 102 MiB: five whole proposals on their way at one moment.
 */
export const UNPROPOSED_SHARE = 0.02
/** The time that somebody has to propose what they sent, before it gives way to other files where there is no room. */
export const UNPROPOSED_FILES_SAFE_MS = 60 * 60_000
/** Of an API token, in days: a program that nobody looks after any more loses its way in by itself. */
export const MAX_TOKEN_DAYS = 365
export const MAX_TOKENS_PER_ORGANISATION = 20
export const MAX_WEBHOOKS_PER_ORGANISATION = 10
/** A message and its answer are kept for so long, and of one webhook no more than so many. */
export const WEBHOOK_DELIVERIES_KEPT_MS = 30 * 24 * 60 * 60_000
export const MAX_DELIVERIES_PER_WEBHOOK = 1_000
/** The secret before the present one counts on for so long. */
export const WEBHOOK_SECRET_OVERLAP_MS = 24 * 60 * 60_000
/** Calls that a program may make at once, and then every minute. */
export const TOKEN_CALLS_AT_ONCE = 300
export const TOKEN_CALLS_PER_MINUTE = 600
/** `msg` and `subType` of a profile. */
export const MAX_PROFILE_TEXT_CHARACTERS = 500
/** Room for the stored files of an organisation, unless the operator sets another. */
export const DEFAULT_QUOTA_BYTES = 5 * 2 ** 30
/** A pebibyte: the largest quota that can be written down. */
export const MAX_QUOTA_BYTES = 2 ** 50
export const MAX_EMAIL_CHARACTERS = 254
/** NIST SP 800-63B-4: 15 characters where the password is the only factor. The specification's floor of 6 is below it. */
export const MIN_PASSWORD_CHARACTERS = 15
export const MAX_PASSWORD_CHARACTERS = 256
/** A link for a new password that is older does not count any more. */
export const RESET_LINK_EXPIRES_MS = 10 * 60_000
/** The link to the set-up of an installation that nobody has used yet. */
export const SETUP_LINK_EXPIRES_MS = 30 * 60_000
/** How long the second step of a sign-in may take. */
export const SECOND_FACTOR_WAIT_MS = 5 * 60_000
/** How long a sign-in through the identity provider may take, from the button until the browser is back. */
export const SINGLE_SIGN_ON_WAIT_MS = 10 * 60_000
/** How many codes stand in for a lost authenticator app. */
export const RECOVERY_CODES = 10

/** A screen that is well says so this often; one that has changed, sooner (`player/src/reports/`). */
export const SCREEN_HEARTBEAT_MS = 5 * 60_000
/** A player says this often what it paints: three times before anybody is alarmed. */
export const SCREEN_BEAT_MS = 20_000
/** A screen that has painted nothing for this long is an alarm. */
export const SCREEN_SILENT_MS = 60_000
/** A screen that nobody has heard of for this long is not seen: two heartbeats and a little. */
export const SCREEN_UNSEEN_MS = 11 * 60_000
/** A screen that nobody has heard of for this long is forgotten, its name too. */
export const SCREEN_FORGOTTEN_MS = 30 * 24 * 60 * 60_000
export const MAX_SCREENS_PER_DISPLAY = 50
/** Of a take-over: it must end. It may be prolonged, each time by as much. */
export const MAX_TAKE_OVER_MINUTES = 24 * 60
/** At the door for programs, of whoever does not say. */
export const DEFAULT_TAKE_OVER_MINUTES = 60
/** The silence of a sender after which its take-over ends: between two of its words there may be a slow network. */
export const MIN_TAKE_OVER_LEASE_SECONDS = 30
export const MAX_TAKE_OVER_LEASE_SECONDS = 60 * 60
export const MAX_TAKE_OVER_KEY_CHARACTERS = 512
export const MAX_PREPARED_TAKE_OVERS = 30
/** In an organisation, at a time. */
export const MAX_RUNNING_TAKE_OVERS = 8
export const TAKE_OVERS_KEPT_MS = ACTIVITY_KEPT_MS
export const MAX_SCREENS_IN_REPORT = 300
/** Of a CAP message. */
export const MAX_CAP_BYTES = 65_536
export const MAX_REPORT_BYTES = 4_096
export const MAX_EVENTS_PER_REPORT = 16
export const MAX_BROKEN_ITEMS_REPORTED = 8
export const MAX_REPORTS_PER_SCREEN = 20
export const MAX_EVENTS_PER_SCREEN = 50
export const MAX_SCREEN_NAME_CHARACTERS = 60

/** A screen tells what it painted this often (`player/src/reports/plays/`), so many pieces at once. */
export const PLAYS_TOLD_EVERY_MS = 5 * 60_000
export const MAX_PIECES_PER_TELLING = 200
/** A screen keeps what it could not tell for so long; the server takes nothing that is older than a day more. */
export const PLAYS_WAIT_MS = 30 * 24 * 60 * 60_000
/** The sums of what was shown are kept for so long. */
export const PLAYS_KEPT_MS = 400 * 24 * 60 * 60_000
/** Of one report. */
export const MAX_DAYS_OF_PLAYS = 92
/** Where a paired screen is, in words. */
export const MAX_PLACE_CHARACTERS = 80
export const MAX_PAIRED_SCREENS_PER_ORGANISATION = 5_000
/** Screens that one call may tell to do something. */
export const MAX_COMMANDED_SCREENS = 1_000
/** The letters of a pairing code: without those that look like others (0 O, 1 I L). */
export const PAIRING_CODE_LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
export const PAIRING_CODE_CHARACTERS = 6
export const PAIRING_CODE_LIVES_MS = 10 * 60_000
/** A command that a screen has not heard by then is not carried out any more. */
export const COMMAND_LIVES_MS = 60 * 60_000
/** How long a screen says who it is. */
export const IDENTIFY_MS = 15_000
