import type { DwellSeconds, IncidentKind, PictureBy, ReadCodeWay } from '@placard/contract'
import type { ColumnType, Generated, Selectable } from 'kysely'

/** Milliseconds since 1970, UTC. */
type Instant = number
/** 0 or 1. SQLite has no boolean type, and both dialects use the same representation. */
type Flag = 0 | 1

/** A complete row of a table. */
export type Row<Table extends keyof Tables> = Selectable<Tables[Table]>

/** A row of a table with these of its columns. */
export type Columns<Table extends keyof Tables, Names extends readonly (keyof Row<Table>)[]> = Pick<
  Row<Table>,
  Names[number]
>

/** The columns of a row that is the copy of an address, which the server reads regularly. */
type Followed = {
  /** SHA-256 of the bytes that were read last, hex. The same bytes are not parsed again. */
  body_sha256: string | null
  etag: string | null
  last_modified: string | null
  parsed_at: Instant | null
  /** When the copy was last confirmed to be current. */
  read_at: Instant | null
  asked_at: Instant | null
  /** When it is due to be fetched again. Before fetching, a node moves this ahead, so that no other node does the same. */
  next_at: Instant
  /** Consecutive failures since it was last read. */
  failures: number
  problem: string | null
  /** HTTP status of the last failure. */
  status: number | null
  /** Since when the screens no longer show it because it is out of date. null: it is not stale. */
  stale_at: Instant | null
}

/**
 * Every table, with names in snake_case as in the database. Migrations create them. Only a feature's own store writes its tables, except
 * that `commands/` updates the revision and the start of the loop of a programme.
 */
export type Tables = {
  organisation: {
    id: string
    name: string
    created_at: Instant
    /** When it was unsubscribed. null: it is subscribed. */
    suspended_at: Instant | null
    /** The most bytes of its stored files. null: the installation's default. */
    quota_bytes: number | null
    /** Lower-case hex with a leading #. null: the product's own. */
    brand_colour: string | null
    /** The media file of its logo. */
    brand_media_id: string | null
    /** 1: people who may approve proposals may also approve their own. */
    own_proposals_count: Generated<Flag>
    /** The way in which members must sign in. null: by password is enough. */
    required_step: 'second-step' | 'passkey' | null
  }

  /** A display, or a playlist that displays include. It holds items and lines. No two have the same id. */
  programme: {
    organisation_id: string
    id: string
    kind: 'display' | 'playlist'
    name: string
    /** IANA name. A playlist plays by the clock of each display; its own time zone is only for its preview. */
    time_zone: string
    fills_without_lines: Flag
    dwell_seconds: DwellSeconds
    /** Size and viewing distance for its screens that are not paired. */
    diagonal_inches: Generated<number>
    distance_cm: Generated<number>
    /** 1: it plays only on its paired screens. */
    paired_only: Generated<Flag>
    /** BCP 47. null: the language of each screen's browser. */
    language: string | null
    /** JSON. null: always open. */
    opening_hours: string | null
    /** The way its screens offer the page to read. null: they do not. */
    read_code: ColumnType<ReadCodeWay | null, ReadCodeWay | null | undefined, ReadCodeWay | null>
    /** The end of the page's short address. Unique. */
    short_code: ColumnType<string | null, string | null | undefined, string | null>
    /** JSON of the town that it is in. null: not set. */
    town: ColumnType<string | null, string | null | undefined, string | null>
    /** JSON of the units that were chosen for its weather. null: the usual ones. */
    weather_units: ColumnType<string | null, string | null | undefined, string | null>
    /** Films that each of its paired screens plays at once. null: one. */
    films_at_once: ColumnType<number | null, number | null | undefined, number | null>
    /** Goes up by one with each change of its content or of what it includes, in the same transaction. */
    revision: number
    /** The last revision that its own log describes. Later ones are changes of included playlists. */
    told_revision: number
    loop_started_at: Instant
    created_at: Instant
    /** For a playlist: when it was removed. It can be restored, and is hidden until then. */
    removed_at: Instant | null
  }

  /** Number of visits to the page to read of a display on one day, by the display's clock. It identifies nobody. */
  read_visit: { organisation_id: string; display_id: string; day: string; visits: number }

  /** Record of a removed display. Its players go dark because of it, and a new display with the same id continues its revisions. */
  removed_display: { organisation_id: string; id: string; revision: number; removed_at: Instant }

  item: {
    id: string
    organisation_id: string
    programme_id: string
    title: string
    /** External address. Exactly one of this and the next two is set. */
    url: string | null
    /** The stored file that it shows. */
    media_id: string | null
    /** The playlist that it includes. */
    playlist_id: string | null
    type: string
    duration_seconds: number | null
    visible: Flag
    /** null: contain. */
    fit: string | null
    /** Fractions of width and height, 0 to 1. null: the middle. */
    focus_x: number | null
    focus_y: number | null
    /** JSON. null: always on. */
    schedule: string | null
    /** JSON. null: none. */
    condition: string | null
    /** JSON of a notice. null: it is not a notice. */
    notice: string | null
    /** For a film: 1 plays its sound. null: it is muted. */
    sound: Flag | null
    /** JSON for a deck: which pages it shows, and how long. null: all pages, or it is not a deck. */
    deck: string | null
    /** JSON for a web page. null: shown as it opens. */
    web_page: string | null
    /** JSON of a feed. null: it is not a feed. */
    feed: string | null
    /** JSON of a board. null: it is not a board. */
    board: string | null
    /** The table that a board draws, as in its JSON. */
    table_id: string | null
    /** The sources of the values that it shows or depends on, each between commas: `,_t-…,`. null: none. */
    value_sources: string | null
    /** JSON of weather. null: it is not weather. */
    weather: string | null
    position: string
    revision: number
    uploaded_at: Instant
  }

  line: {
    id: string
    organisation_id: string
    programme_id: string
    text: string
    /** JSON. null: always on. */
    schedule: string | null
    /** JSON. null: none. */
    condition: string | null
    /** As in an item. */
    value_sources: string | null
    position: string
    revision: number
  }

  /** The last forecast for a town. All displays in the town share it, whatever their organisation. */
  weather: {
    town_id: string
    /** Degrees. */
    latitude: number
    longitude: number
    /** The service that it comes from. */
    source: string
    /** JSON. null: nothing was read yet. */
    copy: string | null
    last_modified: string | null
    read_at: Instant | null
    next_at: Instant
    failures: number
    problem: string | null
    status: number | null
    /** The instant for which the displays in the town have words and answers. null: none. */
    renewed_at: Instant | null
    /** The next instant at which these may differ with the same forecast. null: not before the next forecast. */
    renew_at: Instant | null
  }

  /** The division of a display's media area. A display without a row has one zone. */
  layout: {
    organisation_id: string
    programme_id: string
    arrangement: string
    /** JSON, percents. */
    dividers: string
    side: string
    pinned: Flag
    revision: number
  }

  /** A zone beside the main one, and the playlist that it plays. */
  zone: {
    organisation_id: string
    programme_id: string
    /** Its index in the layout, from 0. */
    place: number
    playlist_id: string
    /** 1: its room stays while nothing is on in it. */
    stays: Flag
    /** JSON. null: none. */
    condition: string | null
    /** As in an item. */
    value_sources: string | null
  }

  /** The piece in a corner of a display. */
  corner_piece: {
    organisation_id: string
    programme_id: string
    corner: string
    kind: string
    /** In percent of the screen's shorter side. */
    size: number
    /** JSON of what only its kind has, without the address of its picture. */
    content: string
    /** The picture of a logo of its own. null: the logo of the organisation, or another kind. */
    media_id: string | null
    /** JSON. null: always. */
    schedule: string | null
    /** JSON. null: none. */
    condition: string | null
    /** As in an item. */
    value_sources: string | null
    revision: number
  }

  /** A table of an organisation: a menu, departures. Its rows are in `table_row`. */
  data_table: {
    organisation_id: string
    id: string
    name: string
    /** BCP 47. */
    language: string
    /** JSON: its columns in order. */
    columns: string
    key_column_id: string | null
    row_count: number
    /** Bytes of the cells of all rows, as JSON. */
    size_bytes: number
    /** Goes up by one with each change of the table or of a row. */
    revision: number
    /** The last revision that its own log describes. A restored backup has a higher one. */
    told_revision: number
    /** The revision in which rows were last removed. */
    rows_removed_revision: number
    created_at: Instant
    changed_at: Instant
    /** When it was removed. It can be restored, and is hidden until then. */
    removed_at: Instant | null
  }

  table_row: {
    organisation_id: string
    table_id: string
    id: string
    position: string
    /** JSON: values by the ids of their columns. */
    cells: string
    revision: number
    /** The revision of the table in which the row last changed. */
    table_revision: number
  }

  /** A stored picture in a cell of a row, so that it is kept. */
  table_picture: { organisation_id: string; table_id: string; row_id: string; media_id: string }

  /** The address that a table follows. Its last good copy is the rows of the table. */
  table_source: Followed & {
    organisation_id: string
    table_id: string
    /** As it was typed. */
    url: string
    /** A header that is sent along. null: none. */
    header_name: string | null
    /** Its value, encrypted. */
    header_value: string | null
    /** The path to the list in JSON. null: the longest list. */
    path: string | null
    /** IANA name. null: UTC. */
    time_zone: string | null
    every_minutes: number
    stale_hours: number
    /** `keep` or `nothing`: what boards do while it is stale. */
    when_stale: string
    has_names: Flag
    /** JSON: the columns of the source, each with the id of the column that it fills, or null. */
    columns: string
    /** `csv`, `json`, `xlsx` or `calendar`. null: it has never been read. */
    kind: string | null
    /** JSON: what the last read told about columns and cells. null: nothing. */
    findings: string | null
  }

  /** A feed that items show, and its last copy. One row per organisation and address. */
  feed: Followed & {
    organisation_id: string
    /** SHA-256 of its address, hex. */
    id: string
    url: string
    /** `news` or `calendar`. null: it has never been read. */
    kind: string | null
    title: string
    /** JSON of its entries. null: it has not been read, or it is stale. */
    copy: string | null
    /** When somebody last requested it by hand. A feed that no item shows is removed a day after that. */
    wanted_at: Instant
  }

  /** One running player of a display, as it last reported. Everything except the name may come from a stranger. */
  screen: {
    organisation_id: string
    display_id: string
    id: string
    /** Empty until somebody names it. */
    name: string
    first_seen_at: Instant
    seen_at: Instant
    user_agent: string
    /** JSON: a ScreenState of the contract. */
    state: string
    /** JSON, oldest first, limited in number. */
    events: string
    reports: string
  }

  /** The last beat of a screen's page. There is no row for a screen that sends none, or was closed. */
  screen_beat: {
    organisation_id: string
    display_id: string
    screen_id: string
    heard_at: Instant
    /** When the screen last painted correctly. */
    painted_at: Instant
    build: string | null
    item_id: string | null
  }

  /** A screen in the report of what was shown. It outlives the screen and the display. */
  play_screen: {
    id: Generated<number>
    organisation_id: string
    display_id: string
    screen_id: string
    /** 1: its reports came with its secret. The same screen without the secret has another row. */
    proven: Flag
    /** The names at its last report. */
    name: string
    display_name: string
    /** IANA name of the display's time zone at the last report. */
    time_zone: string
    first_at: Instant
    told_at: Instant
  }

  /**
   * The point up to which a screen's counts have been added. Written in the same transaction as the sums. A device that lost its
   * storage starts another series.
   */
  play_series: { screen: number; series: string; told_until: number; told_at: Instant }

  /** An item in that report, with one of its files. It outlives the item. */
  play_item: {
    id: Generated<number>
    organisation_id: string
    /** For a page of a deck: the id of the entry. */
    item_id: string
    /** Hex. Empty: it has no stored file. */
    sha256: string
    title: string
  }

  /** The showings of an item on a screen within one hour of the display's clock. */
  play_sum: {
    screen: number
    /** When the hour began, in quarters of an hour since 1970, because every time zone differs from UTC by whole quarters. */
    hour: number
    /** 0: the screen ran without showing an item. */
    item: number
    showings: number
    ms: number
    /** Number of the showings that ended early. */
    cut: number
    /** The time weighed by the share of the media area. null: the same as `ms`, in rows from before layouts. */
    area_ms: number | null
  }

  /** Turns within one hour at which an item was not shown. `why`: its index in PLAY_MISS_REASONS of `screens/plays/store.ts`. */
  play_miss: { screen: number; hour: number; item: number; why: number; missed: number }

  /** The prepared take-overs. Every screen stores the file of one in advance. */
  prepared_take_over: {
    id: string
    organisation_id: string
    name: string
    kind: 'notice' | 'file' | 'line'
    /** JSON, without the address of its file. */
    content: string
    media_id: string | null
    changed_at: Instant
  }

  /** The take-overs and inserts that run or ran on the screens of some displays. */
  take_over: {
    id: string
    organisation_id: string
    name: string
    /** As in `prepared_take_over`. `address`: content elsewhere, only for inserts. */
    kind: 'notice' | 'file' | 'line' | 'address'
    content: string
    media_id: string | null
    /** The part of the media area that an insert covers. null: a take-over of the whole screen. */
    insert_place: string | null
    drill: Flag
    /** JSON array. null: all displays. */
    displays: string | null
    /** JSON array: single screens that an insert is on beside its displays, each with its display. null: none. */
    screens: string | null
    /** JSON array: the sender's names for it. */
    keys: string
    /** null: its sender need not keep it alive. */
    alive_seconds: number | null
    started_at: Instant
    /** When it ends by itself. */
    ends_at: Instant
    /** When its sender was last heard from. */
    heard_at: Instant
    /** An email address, or the name of a token. */
    started_by: string
    /** The id of that account or token, as a caller has it. */
    starter: string
    /** null: it is running, or nobody has noticed its end yet. */
    ending: 'time' | 'silence' | 'ended' | null
    ended_at: Instant | null
    ended_by: string | null
  }

  /** A screen has shown a take-over. */
  take_over_showing: {
    take_over_id: string
    organisation_id: string
    display_id: string
    screen_id: string
    shown_at: Instant
  }

  /** A screen that somebody of the organisation has paired. Its id never changes, and is unique among all displays. */
  paired_screen: {
    id: string
    organisation_id: string
    /** The display that it plays. null: the display was removed, and no other was assigned. */
    display_id: string | null
    name: string
    /** In words: "Main building, ground floor". Empty: not given. */
    place: string
    diagonal_inches: Generated<number>
    /** Typical reading distance. */
    distance_cm: Generated<number>
    /** SHA-256 of the secret that its browser keeps, hex. */
    secret: string
    /** JSON: the browser's description of itself at pairing. */
    about: string
    paired_at: Instant
    /** When its stream was last connected, to within a minute. null: never. */
    seen_at: Instant | null
    /** Address of another server that it opens instead of this one. null: none. */
    sent_to: string | null
    /** When its secret was revoked. null: it is paired. */
    let_go_at: Instant | null
    /** Films at once, as somebody chose it. null: automatic. */
    films_chosen: ColumnType<number | null, number | null | undefined, number | null>
    /** The most films that it has seen moving at once. null: it has not told. */
    films_managed: ColumnType<number | null, number | null | undefined, number | null>
    /** The fewest films of which one stood still. null: none did. */
    films_failed: ColumnType<number | null, number | null | undefined, number | null>
  }

  /** Paired screens of a display that show it as one picture. Lengths are tenths of a millimetre. */
  wall: {
    organisation_id: string
    display_id: string
    columns: number
    rows: number
    panel_width: number
    panel_height: number
    /** Of one panel, at its left and at its right. */
    frame_side: number
    /** Of one panel, at its top and at its bottom. */
    frame_top: number
    /** Its screens show the test card until then. null: they do not. */
    test_card_until: Instant | null
    /** Begins with the time, so that a wall that is made again has a higher one than before. */
    revision: Instant
  }

  /** A cell of a wall that has a screen. */
  wall_cell: {
    organisation_id: string
    display_id: string
    /** Its row times MAX_WALL_SIDE, plus its column. Both count from 0. */
    place: number
    screen_id: string
  }

  /** A code on a screen that waits to be paired. */
  pairing_code: {
    id: string
    /** SHA-256 of the six characters, hex. */
    code: string
    /** SHA-256 of the secret that the waiting browser keeps, hex. */
    secret: string
    /** JSON: the browser's description of itself. */
    about: string
    /** As in sign_in_failure. */
    network: string
    /** The name that the screen shows while somebody is pairing it. null: nobody is. */
    shown: string | null
    expires_at: Instant
  }

  /** A code with which screens pair themselves. */
  enrolment: {
    id: string
    organisation_id: string
    /** The display that its screens play at first. */
    display_id: string
    /** SHA-256 of the code, hex. */
    code: string
    place: string
    /** The number of screens that it can enrol, and that it has enrolled. */
    screens: number
    enrolled: number
    created_by: string
    created_at: Instant
    expires_at: Instant
  }

  /** Commands to paired screens. */
  screen_command: {
    id: string
    screen_id: string
    kind: string
    /** Address of another server, when the command is to go to one. */
    address: string | null
    made_at: Instant
    answered_at: Instant | null
    /** `done`, or the reason why not. null: no answer yet. */
    answer: string | null
  }

  /** The machine beneath a paired screen, and its settings. */
  machine: {
    screen_id: string
    organisation_id: string
    /** JSON: what its agent said of itself. null: no agent has reported. */
    hello: string | null
    said_at: Instant | null
    may_take_pictures: Flag
    /** 1: its panel is switched by the opening hours of the display. */
    follows_hours: Flag
    /** When somebody switched its panel off. null: nobody did, or it was switched on since. */
    switched_off_at: Instant | null
  }

  /** The newest vital signs of a machine. */
  machine_state: {
    screen_id: string
    at: Instant
    /** JSON. */
    vitals: string
  }

  /** A point of a day's curves. `at` is the beginning of its five minutes; the last report in them counts. */
  machine_point: {
    screen_id: string
    at: Instant
    /** Degrees Celsius. */
    temperature: number | null
    /** Percent, as all below. */
    load: number | null
    memory: number | null
    disk: number | null
  }

  /** A command to a machine. */
  machine_command: {
    screen_id: string
    id: string
    /** JSON: the command. */
    wanted: string
    made_at: Instant
    /** An email address, or the name of a token. null: the server. */
    made_by: string | null
    state: 'waiting' | 'taken' | 'done' | 'failed'
    /** A code of its outcome. */
    told: string | null
    /** Text of the machine. */
    detail: string
    ended_at: Instant | null
    /** The program that carries it out. */
    by: Generated<PictureBy>
  }

  machine_event: { screen_id: string; id: string; at: Instant; kind: string; detail: string }

  /** The file of the agent that this installation offers to its machines. One row. Never in a backup. */
  agent_release: {
    product: string
    /** Rises with each change of the file. */
    serial: number
    version: string
    /** SHA-256, hex. */
    hash: string
    size_bytes: number
  }

  /** The progress of the newest file of the agent in an organisation. */
  agent_rollout: {
    organisation_id: string
    is_automatic: Flag
    is_paused: Flag
    /** The file that the columns below are about. null: none yet. */
    hash: string | null
    stage: 'waiting' | 'trial' | 'tenth' | 'all'
    since: Instant
    trial_screen_id: string | null
    /** The screen that has stopped it. */
    stopped_screen_id: string | null
    /** Failures before this do not stop it. */
    resumed_at: Instant
  }

  /** The file of the agent that a machine runs. */
  machine_update: {
    screen_id: string
    organisation_id: string
    hash: string
    /** When it was well first. null: not yet. */
    settled_at: Instant | null
    failed_hash: string | null
    failed_problem: string | null
    failed_attempt: number | null
    failed_at: Instant | null
    /** The file that somebody wants on it now. */
    asked_hash: string | null
    /** Rises when somebody asks for a file that has failed. */
    attempt: number
  }

  /** A picture of what a screen showed, kept for a day. Never in a backup. */
  machine_picture: {
    screen_id: string
    id: string
    organisation_id: string
    taken_at: Instant
    because: 'asked' | 'incident'
    content_type: string
    bytes: Uint8Array
    by: Generated<PictureBy>
  }

  media_file: {
    id: string
    organisation_id: string
    content_type: string
    sha256: string
    size_bytes: number
    width: number
    height: number
    created_at: Instant
    /** When it was first seen without any reference. null: something refers to it. */
    unreferenced_since: Instant | null
    /** Empty: not given. */
    name: Generated<string>
    /** Each between line breaks, so that a search finds whole labels. Empty: none. */
    labels: Generated<string>
    alternative_text: Generated<string>
    /** Email address, or the name of an API token. */
    uploaded_by: string | null
    /** SHA-256 of the uploaded bytes, hex. null: it was not uploaded, or it is older than this column. */
    sent_sha256: string | null
    /** SHA-256 of the film from which the upload was made, as stated by its sender, hex. null: not stated. */
    source_sha256: Generated<string | null>
    /** 1: it stays although nothing refers to it. */
    kept: Generated<Flag>
    /** When it was removed from the library. It is listed again once something shows it. */
    removed_at: Instant | null
    /** The person who removed it (email address), or the name of an API token. */
    removed_by: Generated<string | null>
    /** JSON of a film that was read (`FilmFacts`). null: a picture, or a film from before films were read. */
    film: string | null
    /** The deck that it is a page of. It is stored, kept and removed with the deck. */
    deck_id: string | null
    /** Page number in the deck, from 1. */
    page: number | null
    /** The text on the page. May be empty. */
    page_text: string | null
    /** The person who sent it for a proposal that is not approved yet. Only they can use it. null: an ordinary file. */
    held_for: Generated<string | null>
    /** The proposal link by which it was sent. null: a member sent it, or it is older than this column. */
    held_link: Generated<string | null>
    /** Height of its smallest letters, as a fraction of its own height. null: it has none, or it was not measured. */
    page_letters: number | null
  }

  /** An upload in pieces. Its bytes so far are in a file of the same name or in `upload_piece`. Their number is the offset. */
  upload: {
    id: string
    organisation_id: string
    user_id: string
    /** Idempotency-Key of the request that created it. */
    command_key: string | null
    length_bytes: number
    kind: Generated<'picture' | 'film'>
    /** For a film: 1 accepts it although not every screen plays it. */
    insists: Generated<Flag>
    /** As in `media_file`. */
    source_sha256: Generated<string | null>
    /** The stored file that it became. null until it is finished. */
    media_id: string | null
    expires_at: Instant
  }

  /** Bytes of an upload in progress, when several nodes receive them. */
  upload_piece: { upload_id: string; start_byte: number; bytes: Uint8Array }

  /** The answer to a command with an Idempotency-Key. A repeated command gets this answer and is not carried out again. */
  receipt: { user_id: string; key: string; fingerprint: string; answer: string; created_at: Instant }

  /** The subscription of a user (E3). */
  profile: {
    email: string
    id: string
    org: string
    msg: string
    sub_type: string
    /** Identifies it in addresses, where an email must not appear. */
    member_id: string
    role: string
    /** JSON array of the displays that it is limited to. null: all. */
    displays: string | null
    /** JSON array of the tables that it is limited to; `displays` is then empty. null: not limited to tables. */
    tables: string | null
    /** The account that it gives access to. null: nobody has proven yet that the address is theirs. */
    user_id: string | null
    /** For an editor: 1 allows starting take-overs. */
    may_take_over: Generated<Flag>
  }

  /** Makes the person who presents its token a member, once. The row is removed when it is accepted or withdrawn. */
  invitation: {
    id: string
    organisation_id: string
    /** SHA-256, hex. Reading the table is not enough to join. */
    token: string
    role: string
    /** As in `profile`. */
    displays: string | null
    /** As in `profile`. */
    tables: string | null
    /** Email of the person who created it. */
    invited_by: string
    /** The subscribed address that an invitation by the provider is for. null: anybody with the token can use it. */
    email: string | null
    /** The intended recipient, as typed by its creator. May be empty. */
    recipient: string
    created_at: Instant
    expires_at: Instant
  }

  /** A token with which a program calls the API. */
  api_token: {
    id: string
    organisation_id: string
    /** SHA-256 of its secret, hex. Reading the table is not enough to use it. */
    token: string
    name: string
    role: string
    /** As in `profile`. */
    displays: string | null
    /** As in `profile`. */
    tables: string | null
    /** Email of the person who created it. */
    created_by: string
    created_at: Instant
    expires_at: Instant
    last_used_at: Instant | null
  }

  /** Advice that somebody dismissed for one entry. */
  left_advice: {
    organisation_id: string
    programme_id: string
    /** Id of an item or a line. For advice on the whole loop, the id of the programme. */
    entry_id: string
    rule: string
    left_at: Instant
  }

  /** One problem of one screen. It outlives the screen's own row and is removed with the display. */
  incident: {
    id: string
    organisation_id: string
    display_id: string
    screen_id: string
    name: string
    kind: IncidentKind
    /** JSON: the versions of an agent that went back. null: another kind. */
    versions: string | null
    /** For an unsteady screen: 1 while it is dark or silent. */
    failing: Flag
    began_at: Instant
    opened_at: Instant
    /** When the alarm was queued for its recipients. null: not yet. */
    told_at: Instant | null
    /** JSON: ids of the members that the alarm was for. */
    told_to: string
    reminded_at: Instant | null
    reminders: number
    /** JSON: when the problem came and went in the last hour. */
    changes: string
    muted_until: Instant | null
    closed_at: Instant | null
    /** When its recipients were told that it is over. null: not yet, or nobody had been told. */
    back_at: Instant | null
  }

  /** The displays for which a member receives alerts by mail. No row: none. */
  alert_choice: {
    member_id: string
    organisation_id: string
    /** JSON. null: all. */
    displays: string | null
    /** Part of the links in their mails. It only allows muting and unsubscribing. */
    secret: string
  }

  /** An organisation's address that receives events. */
  webhook: {
    id: string
    organisation_id: string
    url: string
    /** JSON: the types of events that it receives. */
    events: string
    /** JSON: ids of the displays whose events it receives. null: all. */
    displays: string | null
    /** Shown once. Messages are signed with it. */
    secret: string
    /**
     * The previous secret, which messages are also signed with until `previous_until`. After several changes within a day, all of them,
     * newest first, separated by spaces.
     */
    previous_secret: string | null
    previous_until: Instant | null
    created_by: string
    created_at: Instant
    /** Since when every try has failed. null: the last one succeeded. */
    failing_since: Instant | null
    /** The receiver asked not to be called before this time (Retry-After). */
    not_before: Instant | null
    /** When its owners were last told that it fails. */
    told_at: Instant | null
    /** When it was switched off, and why: it answered 410, it failed for three days, or an owner switched it off. */
    ended_at: Instant | null
    ended_because: 'gone' | 'failed' | 'owner' | null
    /** The problem that its owners are to be mailed about, and when the mail is tried. null: none. */
    mail: 'failing' | 'gone' | 'failed' | null
    mail_at: Instant | null
  }

  /** An event for webhooks, with its content at that time. It is kept as long as its deliveries. */
  webhook_event: {
    id: string
    organisation_id: string
    type: string
    /** JSON. */
    data: string
    /** Among events with one subject that are not given out yet, the later replaces the earlier. null: it is never replaced. */
    subject: string | null
    created_at: Instant
    /** It is not given out before this time. null: it was given out. */
    due_at: Instant | null
  }

  /** An event on its way to one webhook, and the answer. */
  webhook_delivery: {
    /** The message's id, the same for each try. */
    id: string
    event_id: string
    webhook_id: string
    created_at: Instant
    outcome: 'waiting' | 'sent' | 'failed'
    /** It is not tried before this time. Before trying, a node moves this ahead. */
    next_at: Instant
    attempts: number
    /** When the last try was answered. null: no try yet. */
    answered_at: Instant | null
    took_ms: number | null
    status: number | null
    failure: string | null
    /** The beginning of the answer. */
    answer: string | null
  }

  /** A link by which people without an account can make proposals for a programme. */
  proposal_link: {
    id: string
    organisation_id: string
    programme_id: string
    /** Digest of its token. */
    token: string
    name: string
    /** Separated by spaces: `notice image`. */
    kinds: string
    most_waiting: number
    created_by: string
    created_at: Instant
    expires_at: Instant
    /** null: it is valid until it expires. */
    withdrawn_at: Instant | null
  }

  /** A proposal, stored as it was sent. */
  proposal: {
    id: string
    organisation_id: string
    programme_id: string
    /** null: a member sent it, or its link was removed. */
    link_id: string | null
    /** Digest of the key of the browser that sent it, or the member. */
    holder: string
    /** Idempotency-Key of the request that sent it. */
    command_key: string | null
    /** Email of the signed-in sender. null: the sender was not signed in. */
    proposed_by: string | null
    name: string
    email: string | null
    kind: 'notice' | 'image' | 'deck'
    title: string
    /** JSON: ProposedContent. */
    content: string
    last_day: string | null
    media_id: string | null
    digest: string
    state: 'waiting' | 'approved' | 'refused' | 'gone'
    created_at: Instant
    decided_at: Instant | null
    decided_by: string
    word: string
    /** The item that it became. */
    item_id: string | null
    /** 1: it was changed before it was approved. */
    changed: Flag
    /** When editors are to be notified next. null: they were. */
    tell_at: Instant | null
    /** When its proposer is to be notified next. */
    answer_at: Instant | null
    /** Number of failed notifications. */
    tries: number
  }

  /** An alert mail on its way to a member, or to the operator when there is no member. Stored with its content. */
  delivery: {
    id: string
    organisation_id: string | null
    member_id: string | null
    /** JSON. */
    message: string
    created_at: Instant
    outcome: 'waiting' | 'sent' | 'failed'
    /** It is not tried before this time. Before trying, a node moves this ahead. */
    next_at: Instant
    attempts: number
    answered_at: Instant | null
    failure: string | null
  }

  /** One move of content from another system, and its report. */
  move_in: {
    organisation_id: string
    /** Given by the sender. */
    id: string
    kind: string
    name: string
    /** Email, or the name of an API token. */
    begun_by: string
    /** Id of that account or token. Empty: not known. */
    begun_by_id: Generated<string>
    began_at: Instant
    ended_at: Instant | null
  }

  /** The result for one object of a move. */
  move_in_entry: {
    organisation_id: string
    move_in_id: string
    thing: string
    path: string
    outcome: string
    reason: string | null
    /** For a file: its size at the source. */
    size_bytes: number | null
    media_id: string | null
    playlist_id: string | null
    /** The table that the server made from it. */
    table_id: string | null
    /** Order in the report. */
    place: number
  }

  /** A problem of the server that its operator has been told about, until it is over. */
  server_trouble: { kind: string; node: string; began_at: Instant }

  user: {
    id: string
    email: string
    name: string
    /** True: its owner has proven the address. */
    email_verified: Flag
    image: string | null
    /** 1: they may not sign in, and are not told why. */
    disabled: Generated<Flag>
    /** 1: an operator of the provider. */
    operator: Generated<Flag>
    created_at: string
    updated_at: string
  }

  session: {
    id: string
    user_id: string
    /** SHA-256 of the cookie's secret, hex. Reading the table is not enough to sign in. */
    token: string
    /** SHA-256 of the previous secret, for requests that were in progress when it was replaced. */
    previous_token: string | null
    /** When the secret was created. */
    rotated_at: Instant
    expires_at: string
    /** A3: the session outlives the browser. */
    remembered: Flag
    last_seen_at: Instant
    /** Name of the identity provider through which it began. null: by password. */
    through: string | null
    /**
     * The step that proved more than a password: a passkey, a code, or the identity provider's own. null: none, or the session is older
     * than this column.
     */
    step: 'passkey' | 'code' | 'provider' | null
    ip_address: string | null
    user_agent: string | null
    created_at: string
    updated_at: string
  }

  /** A way to sign in. For now always a hashed password. */
  credential: {
    id: string
    user_id: string
    account_id: string
    provider_id: string
    password: string | null
    access_token: string | null
    refresh_token: string | null
    id_token: string | null
    access_token_expires_at: string | null
    refresh_token_expires_at: string | null
    scope: string | null
    created_at: string
    updated_at: string
  }

  /** Left over from a library that is no longer used (decision 13). Nothing reads or writes it. */
  verification: {
    id: string
    identifier: string
    value: string
    expires_at: string
    created_at: string
    updated_at: string
  }

  /** A failed sign-in. Written before the password is checked, and removed if it was right. */
  sign_in_failure: {
    id: Generated<number>
    email: string
    /** SHA-256 of a device that has signed in to this account before. Empty for any other device. */
    device: string
    /** The network within which one client can change its address: /24 of IPv4, /64 of IPv6. */
    network: string
    failed_at: ColumnType<Instant, Instant, never>
  }

  /** A sign-up with an address that already has an account. It cannot be used to sign in. */
  sign_up_decoy: {
    email: string
    /** Digest of address and password, as slow to compute as a password's hash. */
    digest: string
    made_at: Instant
  }

  /** A browser that has signed in to an account before. Strangers cannot lock it out. */
  known_device: {
    user_id: string
    /** SHA-256 of the id in its cookie, hex. */
    device: string
    seen_at: Instant
  }

  /** A link to set a new password that can still be used. */
  password_reset: {
    /** SHA-256 of the secret in the link, hex. */
    token: string
    user_id: string
    expires_at: Instant
  }

  /** A request for such a link, for an address with or without an account. */
  reset_request: {
    id: Generated<number>
    email: string
    /** As in sign_in_failure. */
    device: string
    network: string
    requested_at: ColumnType<Instant, Instant, never>
  }

  /** Two-factor sign-in. */
  second_factor: {
    user_id: string
    /**
     * Of the authenticator app (TOTP), encrypted with a key that is derived from the installation's secret. Empty: there is no app,
     * and the second step is a passkey.
     */
    secret: string
    /** null while it is being set up. It is not required until then. */
    confirmed_at: Instant | null
    /** The newest time step whose code was accepted. No code is accepted twice. */
    last_step: number
  }

  /** A code that replaces the app once, and is then removed. */
  recovery_code: { user_id: string; digest: string }

  passkey: {
    id: string
    user_id: string
    /** Chosen by the authenticator, base64url. */
    credential_id: string
    /** COSE, base64url. */
    public_key: string
    /** The highest signature counter of its answers. 0: the authenticator does not count. */
    counter: number
    /** JSON: how browsers reach the authenticator. */
    transports: string
    name: string
    /** 1: its provider copies it to other devices. */
    synced: Flag
    created_at: Instant
    last_used_at: Instant | null
  }

  /** A challenge that was answered, until some time after it has expired. It cannot be answered again. */
  answered_challenge: { digest: string; expires_at: Instant }

  /** A sign-in with the right password that waits for the code. */
  pending_sign_in: {
    /** SHA-256 of the browser's secret, hex. */
    token: string
    user_id: string
    /** A3 */
    remembered: Flag
    /** As in session. */
    through: string | null
    expires_at: Instant
  }

  /** The identity at an identity provider that gives access to an account. */
  linked_identity: {
    issuer: string
    /** The provider's own id of the person, which it never gives to anybody else. */
    subject: string
    user_id: string
    linked_at: Instant
  }

  /** A sign-in through the identity provider that has begun and may still return, or has returned without success. */
  sign_on_attempt: {
    /** SHA-256 of the browser's secret, hex. */
    token: string
    /** JSON, encrypted with a key that is derived from the installation's secret. */
    content: string
    /** As in sign_in_failure. Empty for a browser that has signed in before. */
    network: string
    /** 1: it has returned. */
    used: Flag
    expires_at: Instant
  }

  /** The log. The database itself refuses to change a row, or to remove one before its time. */
  activity: {
    id: Generated<number>
    organisation_id: string
    /** null: the entry is about the organisation. */
    programme_id: string | null
    at: Instant
    kind: string
    actor_kind: string
    actor_id: string | null
    actor_email: string
    /** The revisions before and after the change. Both null when nothing in a programme changed. */
    revision_before: number | null
    revision_after: number | null
    subject_type: string | null
    subject_id: string | null
    subject_title: string | null
    /** JSON: further details of this kind of entry. */
    details: string | null
    request_id: string | null
    /** The revision that the states in `changes` are relative to. null: `revision_before`. */
    base_revision: number | null
  }

  /**
   * The states that undo needs. They are read only for undo, and removed before their entry is. Protected against changes like
   * `activity`.
   */
  activity_state: {
    entry_id: number
    organisation_id: string
    at: Instant
    /** Size of `touched` and `changes`. */
    size_bytes: number
    /** JSON: each changed object, with its new revision. */
    touched: string
    /** JSON: the differences from the base revision, with the values before and after. */
    changes: string
  }

  /** The bytes of log that the changes of a programme used on one day. Written under the programme's lock. */
  activity_use: {
    organisation_id: string
    /** Days since 1970, UTC. */
    day: number
    programme_id: string
    entry_bytes: number
    state_bytes: number
    /** Changes without an entry of their own, because there were too many. */
    unwritten: number
  }

  /** Values that the installation generated at its first start and that all of its processes share. */
  setting: { key: string; value: string }
}
