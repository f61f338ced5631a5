/**
 * Every constant of the specification, in one place (row K3). Ids such as C4 are those rows.
 * Units are in the names. Otherwise sizes are in bytes and times in milliseconds.
 */

/** K1: the durations that the forms offer, in seconds. An item with another duration keeps it. */
export const DURATION_OPTIONS_SECONDS = [5, 10, 15, 30, 45, 60, 90, 120] as const
/** K1: the default duration in the forms. */
export const DEFAULT_FORM_DURATION_SECONDS = 5
/** P7: the duration that the player uses when an item's duration is absent or zero. */
export const DEFAULT_PLAYER_DURATION_SECONDS = 15
/** The maximum duration of an item: one day. Browser timers longer than 2^31 ms fire immediately. */
export const MAX_DURATION_SECONDS = 86_400
/** K2 */
export const DEFAULT_VISIBLE = true

/** C4: the maximum size of a picture as selected, before the browser re-encodes it. Inclusive. */
export const MAX_IMAGE_BYTES = 1_024_000
/**
 * C7: a picture up to this size is uploaded in a single request. A larger one is uploaded resumably, and its first piece has
 * this size.
 */
export const SINGLE_UPLOAD_BYTES = 262_144
/** C7: each piece is twice as large as the one before, up to this size. */
export const MAX_UPLOAD_PIECE_BYTES = 33_554_432
/** C7: a failed operation of an upload (a request for it, or a piece of it) is retried for this long. */
export const UPLOAD_OPERATION_RETRY_MS = 120_000
/** C7: the time limit for a whole upload, retries included. */
export const UPLOAD_RETRY_MS = 600_000

/** C6: pictures are scaled down to fit this box, keeping their aspect ratio. They are never enlarged. */
export const IMAGE_BOX = { width: 1920, height: 1080 } as const
/** C6: JPEG quality, 0 to 1. */
export const IMAGE_QUALITY = 0.9
/** The maximum number of pixels of a picture that the server decodes. A 400 kB file can claim 3.6 billion. */
export const MAX_IMAGE_PIXELS = 50_000_000
/**
 * The maximum length of a picture's longer side: the largest that browsers can draw. A strip of 1 by 50 million takes half a
 * minute.
 */
export const MAX_IMAGE_SIDE_PX = 16_384
/**
 * The maximum number of scans in a progressive JPEG. Real ones have about ten. Each scan costs a pass over all pixels, and a
 * crafted file can have a thousand.
 */
export const MAX_JPEG_SCANS = 50
/**
 * The maximum number of pixels that a browser decodes before it scales a picture down for upload. The largest pictures that
 * phones take have 199.8 million.
 */
export const MAX_DECODED_PIXELS = 200_000_000

/** The maximum size of a film. Films are uploaded in pieces. */
export const MAX_FILM_BYTES = 2 * 2 ** 30
export type FilmLimits = {
  /** The longer side of the picture, in either orientation. */
  longSidePx: number
  shortSidePx: number
  framesPerSecond: number
  bitsPerSecond: number
  /** The H.264 level, times ten. */
  level: number
}
/** CT3: the limits that every screen since 2016 can play. */
export const FILM_LIMITS: FilmLimits = {
  longSidePx: 1_920,
  shortSidePx: 1_080,
  framesPerSecond: 30,
  bitsPerSecond: 12_000_000,
  level: 40,
}
/** CT3: the limits when the user insists. Only some screens can play such films. */
export const INSISTED_FILM_LIMITS: FilmLimits = {
  longSidePx: 4_096,
  shortSidePx: 2_304,
  framesPerSecond: 60,
  bitsPerSecond: 100_000_000,
  level: 52,
}
/** Shorter films are refused: they are no more than a picture. */
export const FILM_LENGTH_MS = { least: 100 } as const

/** P3: the media area's share of the viewport's height. */
export const MEDIA_AREA_SHARE = 0.9
/** P4: pixels that a marquee with scroll amount 26 moves in one step of MARQUEE_STEP_MS, on a screen 1080 pixels high. */
export const TICKER_SCROLL_AMOUNT_PX = 26
/** P4: the fixed delay between two steps of an HTML marquee (scrolldelay, HTML Standard). */
export const MARQUEE_STEP_MS = 85
/** P4: the font size of the ticker on a screen that is REFERENCE_HEIGHT_PX high. */
export const TICKER_FONT_PX = 40
/** The screen height that the ticker's figures refer to. On other screens they scale with the viewport. */
export const REFERENCE_HEIGHT_PX = 1080
/** P4: shown before each line. */
export const TICKER_BULLET = '•'

/** X2 */
export const NOTICE_MS = 5_000
/** X6 */
export const CHUNK_TIMEOUT_MS = 120_000
/** K4: a call without an answer is aborted after this time. */
export const CALL_TIMEOUT_MS = 30_000
/** K4: a long call (an upload) is aborted after this time without progress. */
export const LONG_CALL_TIMEOUT_MS = 60_000

/** The interval of the heartbeat on a live stream. It is a named event, because pages cannot see comments. */
export const HEARTBEAT_MS = 10_000
/** A stream that was silent for this long is considered dead, even if its socket is still open. Two and a half heartbeats. */
export const WATCHDOG_MS = 25_000

/** The limits from here on are the product's own. The specification has none. */
/** An upload that makes no progress is discarded after this time. */
export const UPLOAD_EXPIRES_MS = 24 * 60 * 60_000
export const MAX_OPEN_UPLOADS_PER_ORGANISATION = 10
/** A stored file is kept for this long after the last reference to it is gone, so that changes can be undone. */
export const UNREFERENCED_MEDIA_KEPT_MS = 30 * 24 * 60 * 60_000
/** The retention of activity log entries: a year and a little more. */
export const ACTIVITY_KEPT_MS = 400 * 24 * 60 * 60_000
/** The maximum age of a change that can be undone: as long as its files are kept. */
export const UNDO_MS = UNREFERENCED_MEDIA_KEPT_MS
/** The states before changes are kept for twice UNDO_MS, so that returns to such a state can still be explained and undone. */
export const ACTIVITY_STATES_KEPT_MS = 2 * UNDO_MS
/** The maximum number of bytes that the log of changes to an organisation's displays may grow by per day (UTC). */
export const MAX_ACTIVITY_STATE_BYTES_PER_DAY = 32 * 2 ** 20
export const MAX_ACTIVITY_ENTRY_BYTES_PER_DAY = 32 * 2 ** 20
export const ACTIVITY_PAGE_ENTRIES = 50
/** The width of the thumbnails in lists. */
export const THUMBNAIL_WIDTH_PX = 480
export const MAX_TITLE_CHARACTERS = 200
export const MAX_LINE_CHARACTERS = 500
/** The maximum length of the words in a corner. Longer ones do not fit in letters that can be read from a distance. */
export const MAX_CORNER_CHARACTERS = 60
export const MAX_URL_CHARACTERS = 2_048
/** The maximum length of a notice's heading. Nobody reads longer ones on a screen. */
export const MAX_HEADING_CHARACTERS = 120
export const MAX_NOTICE_CHARACTERS = 1_000
export const MAX_BYLINE_CHARACTERS = 120
/** The maximum length of a QR code's content that can still be scanned from a few steps away. */
export const MAX_LINK_CHARACTERS = 300
/** The maximum number of values in one text: a heading, a body, a byline or a line. */
export const MAX_VALUES_PER_TEXT = 10
/** Each value counts as this many characters of its text, because its ids are neither typed nor shown. */
export const VALUE_CHARACTERS = 20
/** Longer values are cut on the screen. */
export const MAX_SHOWN_VALUE_CHARACTERS = 200
export const MAX_ITEMS_PER_DISPLAY = 500
export const MAX_LINES_PER_DISPLAY = 200
/** Per deck. Longer documents are better read on paper. */
export const MAX_DECK_PAGES = 200
/** Of all decks on a display, omitted pages included: the dashboard shows every one of them. */
export const MAX_DECK_PAGES_PER_DISPLAY = 2_000
/** Feeds on one display, including those of its playlists. */
export const MAX_FEEDS_PER_DISPLAY = 10
/** The maximum number of entries of a feed that an item can ask for. */
export const MAX_FEED_COUNT = 20
/** The maximum number of entries of one feed in a manifest: the events of two weeks, including those that are not due yet. */
export const MAX_FEED_ENTRIES = 60
export const MAX_FEED_AGE_DAYS = 365
/** The maximum length of an entry's text. It is cut at a word. */
export const MAX_FEED_TEXT_CHARACTERS = 300
/** A feed that could not be refreshed for this long is removed from the screens. */
export const FEED_STALE_MS = 7 * 24 * 60 * 60_000
/** Every clock can write a time within these limits as a date. Feeds can contain any value. */
export const EARLIEST_FEED_AT = Date.parse('0001-01-02')
export const LATEST_FEED_AT = Date.parse('9999-01-01')
/** The maximum length of the text that is kept of a page. A densely written A4 side has twice as much. */
export const MAX_PAGE_TEXT_CHARACTERS = 1_500
/** A deck page in portrait orientation is fitted inside this box, so that it is sharp on an upright screen. */
export const UPRIGHT_BOX = { width: 1080, height: 1920 } as const
/**
 * The maximum total size of the addresses of a display's items, as players receive them (UTF-8, percent-encoded): 500 addresses
 * of 786 bytes. A change beyond it is refused with `addresses-too-long`.
 */
export const MAX_ADDRESS_BYTES_PER_DISPLAY = 393_216
/**
 * The maximum total size of the schedules of a display's items, as JSON; the same applies to those of its lines: 500 schedules
 * of 131 bytes. "Weekdays, 8 to 12" takes 72.
 */
export const MAX_SCHEDULE_BYTES_PER_LIST = 65_536
/** The maximum total size of the text of a display's notices, as JSON (UTF-8): 500 notices of 262 bytes. */
export const MAX_NOTICE_BYTES_PER_DISPLAY = 131_072
/**
 * The maximum size of a manifest: the addresses, 500 items at 400 further bytes each, 200 lines of 500 characters at three
 * bytes each, the schedules, the notices and the take-overs. At 1 Mbit/s it takes ten seconds; a stream counts as dead after 25
 * (WATCHDOG_MS).
 */
export const MAX_MANIFEST_BYTES = 1_228_800
/** The time that somebody looks at a display, in seconds: walking by, waiting for a lift, sitting in a waiting room. */
export const DWELL_SECONDS = [10, 30, 60] as const
export const DEFAULT_DWELL_SECONDS = 30
/** Default screen size and viewing distance, used until somebody sets them. */
export const DEFAULT_DIAGONAL_INCHES = 55
export const DEFAULT_DISTANCE_CM = 400
export const MIN_DIAGONAL_INCHES = 5
export const MAX_DIAGONAL_INCHES = 1_000
export const MIN_DISTANCE_CM = 30
export const MAX_DISTANCE_CM = 10_000
export const MAX_DISPLAYS_PER_ORGANISATION = 200
export const MAX_PLAYLISTS_PER_ORGANISATION = 200
/** A removed playlist can be restored for this long, with all its content. */
export const REMOVED_PLAYLIST_KEPT_MS = UNDO_MS
/** The number of pictures shown for each playlist in a list. */
export const PICTURES_PER_PLAYLIST = 4
export const MAX_LABELS_PER_FILE = 10
export const MAX_LABEL_CHARACTERS = 40
export const MAX_ALTERNATIVE_TEXT_CHARACTERS = 500
export const MAX_SEARCH_CHARACTERS = 200
/** Files on one page of the library. */
export const LIBRARY_PAGE_FILES = 60
/** The maximum number of files in one command of the library. */
export const MAX_FILES_AT_ONCE = 100
export const MAX_RECIPIENT_CHARACTERS = 100
/** An invitation that is not accepted expires after a week. */
export const INVITATION_EXPIRES_MS = 7 * 24 * 60 * 60_000
export const MAX_OPEN_INVITATIONS_PER_ORGANISATION = 100
/** The name that a proposer gives. */
export const MAX_PROPOSER_CHARACTERS = 80
/** The message of the person who refuses a proposal. */
export const MAX_PROPOSAL_WORD_CHARACTERS = 500
export const MAX_PROPOSALS_WAITING_PER_LINK = 50
export const MAX_PROPOSALS_WAITING_PER_ORGANISATION = 200
/** Per contributor who is a member. */
export const MAX_PROPOSALS_WAITING_PER_MEMBER = 10
export const MAX_PROPOSAL_LINKS_PER_ORGANISATION = 50
/** The maximum total size of the files in one proposal, and of the files that one phone has uploaded but not proposed yet. */
export const MAX_PROPOSAL_BYTES = 20 * 2 ** 20
/** A decision is shown to its proposer and listed for this long. */
export const DECIDED_PROPOSALS_KEPT_MS = 30 * 24 * 60 * 60_000
/** Files that were uploaded for a proposal but never proposed are deleted after a day. */
export const UNPROPOSED_FILES_KEPT_MS = 24 * 60 * 60_000
/**
 * The share of an organisation's storage that files uploaded for proposals, but not proposed yet, may take. Those of one link
 * may take half of it. Of the usual 5 GiB it is 102 MiB: five complete proposals in progress at the same time.
 */
export const UNPROPOSED_SHARE = 0.02
/**
 * Files that were uploaded for a proposal are safe for this long. After that they may be deleted to make room for other files.
 */
export const UNPROPOSED_FILES_SAFE_MS = 60 * 60_000
/** The maximum lifetime of an API token, in days, so that forgotten programs lose their access. */
export const MAX_TOKEN_DAYS = 365
export const MAX_TOKENS_PER_ORGANISATION = 20
/** The path at which assistants reach a server, by the Model Context Protocol. */
export const MCP_PATH = '/mcp'
export const MAX_WEBHOOKS_PER_ORGANISATION = 10
/** Messages and their answers are kept for this long, up to the number below per webhook. */
export const WEBHOOK_DELIVERIES_KEPT_MS = 30 * 24 * 60 * 60_000
export const MAX_DELIVERIES_PER_WEBHOOK = 1_000
/** The previous secret stays valid for this long. */
export const WEBHOOK_SECRET_OVERLAP_MS = 24 * 60 * 60_000
/** The burst of calls that a program may make, and the rate per minute after it. */
export const TOKEN_CALLS_AT_ONCE = 300
export const TOKEN_CALLS_PER_MINUTE = 600
/** `msg` and `subType` of a profile. */
export const MAX_PROFILE_TEXT_CHARACTERS = 500
/** The storage quota of an organisation, unless the operator sets another. */
export const DEFAULT_QUOTA_BYTES = 5 * 2 ** 30
/** The largest quota that can be set: one pebibyte. */
export const MAX_QUOTA_BYTES = 2 ** 50
export const MAX_EMAIL_CHARACTERS = 254
/**
 * NIST SP 800-63B-4 requires 15 characters where the password is the only factor. The specification's minimum of 6 is lower.
 */
export const MIN_PASSWORD_CHARACTERS = 15
export const MAX_PASSWORD_CHARACTERS = 256
/** A password reset link expires after this time. */
export const RESET_LINK_EXPIRES_MS = 10 * 60_000
/** The link to the set-up of a new installation expires after this time. */
export const SETUP_LINK_EXPIRES_MS = 30 * 60_000
/** The time limit for the second step of a sign-in. */
export const SECOND_FACTOR_WAIT_MS = 5 * 60_000
/** The time limit for a sign-in through the identity provider, from pressing the button until the browser returns. */
export const SINGLE_SIGN_ON_WAIT_MS = 10 * 60_000
/** The time limit for the browser's answer to a request for a passkey. */
export const PASSKEY_WAIT_MS = 5 * 60_000
export const MAX_PASSKEYS = 20
/** The number of recovery codes that replace a lost authenticator app. */
export const RECOVERY_CODES = 10

/** A healthy screen reports this often. A screen whose state changed reports sooner (`player/src/reports/`). */
export const SCREEN_HEARTBEAT_MS = 5 * 60_000
/** A player reports this often that it is painting: three times before an alarm. */
export const SCREEN_BEAT_MS = 20_000
/** A screen that has painted nothing for this long raises an alarm. */
export const SCREEN_SILENT_MS = 60_000
/** A screen that has not reported for this long counts as unseen: two heartbeats and a little more. */
export const SCREEN_UNSEEN_MS = 11 * 60_000
/** A screen that has not reported for this long is deleted, including its name. */
export const SCREEN_FORGOTTEN_MS = 30 * 24 * 60 * 60_000
export const MAX_SCREENS_PER_DISPLAY = 50
/** The maximum duration of a take-over, since it must end. Each prolongation may be as long. */
export const MAX_TAKE_OVER_MINUTES = 24 * 60
/** The default duration of a take-over that a program starts without giving one. */
export const DEFAULT_TAKE_OVER_MINUTES = 60
/** A take-over ends when its sender is silent for longer than its lease. The minimum leaves room for a slow network. */
export const MIN_TAKE_OVER_LEASE_SECONDS = 30
export const MAX_TAKE_OVER_LEASE_SECONDS = 60 * 60
export const MAX_TAKE_OVER_KEY_CHARACTERS = 512
export const MAX_PREPARED_TAKE_OVERS = 30
/** Per organisation, at the same time. */
export const MAX_RUNNING_TAKE_OVERS = 8
export const TAKE_OVERS_KEPT_MS = ACTIVITY_KEPT_MS
/** Inserts of one display at the same time: the one that is shown, and three that wait behind it. */
export const MAX_INSERTS_PER_DISPLAY = 4
/** The maximum number of single screens of one insert. For more screens, choose their displays. */
export const MAX_SCREENS_OF_INSERT = 50
/** Per organisation, at the same time: one for each of its displays at most. */
export const MAX_RUNNING_INSERTS = MAX_DISPLAYS_PER_ORGANISATION
/** The default duration of an insert that a program starts without giving one. */
export const DEFAULT_INSERT_MINUTES = 15
export const MAX_SCREENS_IN_REPORT = 300
/** The maximum size of a CAP message. */
export const MAX_CAP_BYTES = 65_536
export const MAX_REPORT_BYTES = 5_120
export const MAX_EVENTS_PER_REPORT = 16
export const MAX_BROKEN_ITEMS_REPORTED = 8
export const MAX_REPORTS_PER_SCREEN = 20
export const MAX_EVENTS_PER_SCREEN = 50
export const MAX_SCREEN_NAME_CHARACTERS = 60

/** A screen reports its plays this often (`player/src/reports/plays/`), with up to this many entries per report. */
export const PLAYS_TOLD_EVERY_MS = 5 * 60_000
export const MAX_PIECES_PER_TELLING = 200
/** A screen keeps plays that it could not report for this long. The server accepts them up to one day longer. */
export const PLAYS_WAIT_MS = 30 * 24 * 60 * 60_000
/** The totals of plays are kept for this long. */
export const PLAYS_KEPT_MS = 400 * 24 * 60 * 60_000
/** The maximum period of one report. */
export const MAX_DAYS_OF_PLAYS = 92
/** The description of a paired screen's location. */
export const MAX_PLACE_CHARACTERS = 80
export const MAX_PAIRED_SCREENS_PER_ORGANISATION = 5_000
/** The maximum number of screens in one command. */
export const MAX_COMMANDED_SCREENS = 1_000
/** The characters of a pairing code. It excludes those that look alike (0 O, 1 I L). */
export const PAIRING_CODE_LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
export const PAIRING_CODE_CHARACTERS = 6
export const PAIRING_CODE_LIVES_MS = 10 * 60_000
/** The length of an enrolment code in characters of a pairing code: 123 random bits, shown in groups of five. */
export const ENROLMENT_CODE_CHARACTERS = 25
export const MAX_ENROLMENT_DAYS = 90
/** The maximum number of screens that one code can enrol. */
export const MAX_ENROLMENT_SCREENS = 500
/** The maximum number of codes that are valid at the same time. */
export const MAX_ENROLMENTS_PER_ORGANISATION = 20
/** A command that a screen has not received within this time expires. */
export const COMMAND_LIVES_MS = 60 * 60_000
/** An agent reads the vital signs of its machine this often, and reports a notable change at once. */
export const AGENT_REPORT_MS = 60_000
/** An agent whose vital signs do not change notably reports this often. It is less than the distance of two points of the curves. */
export const AGENT_QUIET_MS = 4 * 60_000
/** An agent that has not reported for this long counts as gone: the longest pause, and two attempts. */
export const AGENT_GONE_MS = AGENT_QUIET_MS + 2 * AGENT_REPORT_MS
/** The interval of the heartbeat on an agent's stream. */
export const AGENT_HEARTBEAT_MS = 20_000
/** An agent considers a stream that was silent for this long as dead, also one of an earlier version. */
export const AGENT_WATCHDOG_MS = 30_000
/** A command that an agent has not finished within this time is not carried out. */
export const AGENT_COMMAND_LIVES_MS = 5 * 60_000
/** Pictures of what a screen shows: one this often, for this long after it was asked. */
export const PICTURE_EVERY_MS = 5_000
export const PICTURES_FOR_MS = 60_000
export const MAX_PICTURE_BYTES = 300 * 1_024
/** The file of the agent, which machines fetch from their server. */
export const MAX_AGENT_FILE_BYTES = 8 * 1_024 * 1_024
/** The newest pictures are kept: of one screen, and of all screens of an organisation. */
export const MAX_PICTURES_PER_SCREEN = 30
export const MAX_PICTURES_PER_ORGANISATION = 500
export const MAX_PICTURE_SIDE_PX = 4_096
/** Pictures, and the curves of vital signs, are kept for this long. */
export const PICTURES_KEPT_MS = 24 * 60 * 60_000
export const MAX_AGENT_TEXT_CHARACTERS = 120
export const MAX_AGENT_EVENTS_PER_REPORT = 20
export const MAX_AGENT_ANSWERS_PER_REPORT = 20
export const MAX_RESOLUTIONS = 40
/** The time for which a screen shows its identity. */
export const IDENTIFY_MS = 15_000

/**
 * The maximum number of columns and of rows of a wall. 4 × 4 screens of 3,840 × 2,160 pixels are 15,360 pixels wide, which is
 * within the 16,384 that browsers can lay out on one compositor layer.
 */
export const MAX_WALL_SIDE = 4
/** The visible width and height of a wall's panel, in millimetres. */
export const MIN_PANEL_MM = 50
export const MAX_PANEL_MM = 5_000
/** The frame of one panel at one of its edges, in millimetres. */
export const MAX_FRAME_MM = 100
/** The test card of a wall ends after this time unless it is requested again. */
export const TEST_CARD_MS = 10 * 60_000

/** Zones of a layout beside the main one. */
export const MAX_ZONES_BESIDE_MAIN = 3

export const MAX_TABLES_PER_ORGANISATION = 100
export const MAX_ROWS_PER_TABLE = 2_000
export const MAX_COLUMNS_PER_TABLE = 30
/** The maximum size of the cells of a table, as JSON (UTF-8): 2,000 rows of 524 bytes. */
export const MAX_TABLE_BYTES = 1_048_576
export const MAX_CELL_CHARACTERS = 2_000
export const MAX_COLUMN_NAME_CHARACTERS = 80
/** Columns of a source of a table. Some of them become columns of the table. */
export const MAX_SOURCE_COLUMNS = 200
export const MAX_ROW_KEY_CHARACTERS = 200
/** A removed table can be restored for this long, with all its rows. */
export const REMOVED_TABLE_KEPT_MS = UNDO_MS

export const MAX_BOARDS_PER_DISPLAY = 20
/** Rows of its table that a board has at a time. The rest of a longer table is left out. */
export const MAX_BOARD_ROWS = 300
/** The maximum size of the rows of a board in a manifest, as JSON (UTF-8). Rows beyond it are left out. */
export const MAX_BOARD_BYTES = 65_536
/** Columns of a board in the plain look. */
export const MAX_BOARD_COLUMNS = 8
export const MAX_BOARD_FILTERS = 3
