import type { DwellSeconds, ReadCodeWay } from '@placard/contract'
import type { ColumnType, Generated, Selectable } from 'kysely'

/** Milliseconds since 1970, UTC. */
type Instant = number
/** 0 or 1: SQLite has no boolean, and one way is better than two. */
type Flag = 0 | 1

/** One row of a table, whole. */
export type Row<Table extends keyof Tables> = Selectable<Tables[Table]>

/**
 * Every table, in snake_case as in the database. Migrations make them; only a feature's own store writes its tables. Of a
 * programme, `commands/` counts the revisions and the loop.
 */
export type Tables = {
  organisation: {
    id: string
    name: string
    created_at: Instant
    /** Since when it is unsubscribed; null: it is subscribed. */
    suspended_at: Instant | null
    /** The most bytes of its stored files; null: the installation's default. */
    quota_bytes: number | null
    /** Lower-case hex with its sharp; null: the product's own. */
    brand_colour: string | null
    /** The stored picture of its logo. */
    brand_media_id: string | null
    /** 1: a contributor's own approval counts, once they may approve. */
    own_proposals_count: Generated<Flag>
  }

  /** A display, or a playlist that displays include: whoever holds items and lines. No two have the same id. */
  programme: {
    organisation_id: string
    id: string
    kind: 'display' | 'playlist'
    name: string
    /** IANA. A playlist goes by the clock of each display; its own is for its preview. */
    time_zone: string
    fills_without_lines: Flag
    dwell_seconds: DwellSeconds
    /** Of its screens that are not paired, and from where they are read. */
    diagonal_inches: Generated<number>
    distance_cm: Generated<number>
    /** 1: it plays on its paired screens alone. */
    paired_only: Generated<Flag>
    /** BCP 47; null: that of each screen's browser. */
    language: string | null
    /** JSON; null: always open. */
    opening_hours: string | null
    /** How its screens offer the page to read; null: they do not. */
    read_code: ColumnType<ReadCodeWay | null, ReadCodeWay | null | undefined, ReadCodeWay | null>
    /** The end of that page's short address; no two have the same. */
    short_code: ColumnType<string | null, string | null | undefined, string | null>
    /** +1 with each change of what it holds or includes, in the same transaction. */
    revision: number
    /** The last of them that its own log tells: those after it are changes of what it includes. */
    told_revision: number
    loop_started_at: Instant
    created_at: Instant
    /** Of a playlist: when it was removed. It can still be brought back, and nobody sees it until then. */
    removed_at: Instant | null
  }

  /** How often the page to read of a display was opened on a day, by the clock there. Nobody is in it. */
  read_visit: { organisation_id: string; display_id: string; day: string; visits: number }

  /** The trace of a removed display: its players go dark by it, and a new one of the same id goes on counting from it. */
  removed_display: { organisation_id: string; id: string; revision: number; removed_at: Instant }

  item: {
    id: string
    organisation_id: string
    programme_id: string
    title: string
    /** Elsewhere. One of this and the next two is there. */
    url: string | null
    /** The stored file that it shows. */
    media_id: string | null
    /** The playlist that it includes. */
    playlist_id: string | null
    type: string
    duration_seconds: number | null
    visible: Flag
    /** Null: contain. */
    fit: string | null
    /** Shares of width and height, 0 to 1; null: the middle. */
    focus_x: number | null
    focus_y: number | null
    /** JSON; null: always on. */
    schedule: string | null
    /** JSON, of a notice; null: it is none. */
    notice: string | null
    /** Of a film: 1, its sound is played; null: it is muted. */
    sound: Flag | null
    /** JSON: which pages of its deck it shows, and how long; null: all, or it is none. */
    deck: string | null
    /** JSON, of a web page; null: as it opens. */
    web_page: string | null
    /** JSON, of a feed; null: it is none. */
    feed: string | null
    position: string
    revision: number
    uploaded_at: Instant
  }

  line: {
    id: string
    organisation_id: string
    programme_id: string
    text: string
    /** JSON; null: always on. */
    schedule: string | null
    position: string
    revision: number
  }

  /** A feed that items show, once in an organisation, and what was last read of it. */
  feed: {
    organisation_id: string
    /** SHA-256 of its address, hex. */
    id: string
    url: string
    /** `news` or `calendar`; null: nothing of it has been read. */
    kind: string | null
    title: string
    /** JSON: its entries; null: nothing was read, or it is stale. */
    copy: string | null
    /** Of the bytes that it was made of, hex: the same ones are not read twice. */
    body_sha256: string | null
    etag: string | null
    last_modified: string | null
    parsed_at: Instant | null
    /** When the copy was last known to be true. */
    read_at: Instant | null
    asked_at: Instant | null
    /** When it is to be asked again. Whoever asks puts it ahead first, so that nobody else does. */
    next_at: Instant
    /** One after the other, since it was last read. */
    failures: number
    problem: string | null
    /** Of its server's failure. */
    status: number | null
    /** When its entries were taken off the screens; null: they were not. */
    stale_at: Instant | null
    /** When somebody last asked for it by hand: what no item shows is forgotten a day after that. */
    wanted_at: Instant
  }

  /** One running player of a display, as it last told. Everything but the name is what a stranger may have sent. */
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
    /** JSON, oldest first, bounded in number. */
    events: string
    reports: string
  }

  /** The last word of a screen's page on its glass; no row for one that says nothing, or was closed. */
  screen_beat: {
    organisation_id: string
    display_id: string
    screen_id: string
    heard_at: Instant
    /** When the glass was last painted as it should be. */
    painted_at: Instant
    build: string | null
    item_id: string | null
  }

  /** A screen in the report of what was shown: it outlives the screen and the display. */
  play_screen: {
    id: Generated<number>
    organisation_id: string
    display_id: string
    screen_id: string
    /** 1: what it told came with its secret. The same screen without is another row. */
    proven: Flag
    /** As they were called when it told last. */
    name: string
    display_name: string
    /** IANA, of the display then. */
    time_zone: string
    first_at: Instant
    told_at: Instant
  }

  /** How far what a screen counted has been taken, in the same transaction as the sums. A device that lost its storage begins another. */
  play_series: { screen: number; series: string; told_until: number; told_at: Instant }

  /** An item in that report, with one of its files: it outlives the item. */
  play_item: {
    id: Generated<number>
    organisation_id: string
    /** Of a page of a deck: the entry's. */
    item_id: string
    /** Hex; empty: it has no file of ours. */
    sha256: string
    title: string
  }

  /** The showings of an item on a screen within one hour of the clock at its display. */
  play_sum: {
    screen: number
    /** When the hour began, in quarters of an hour since 1970: no clock on earth differs from UTC by less. */
    hour: number
    /** 0: it ran, and none was on it. */
    item: number
    showings: number
    ms: number
    /** Of the showings: they ended before their time. */
    cut: number
  }

  /** Turns within one hour at which an item was not on the glass. `why`: its place in PLAY_MISS_REASONS of `screens/plays/store.ts`. */
  play_miss: { screen: number; hour: number; item: number; why: number; missed: number }

  /** The prepared take-overs: every screen stores the file of one beforehand. */
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

  /** The take-overs that run or ran on the screens of some displays. */
  take_over: {
    id: string
    organisation_id: string
    name: string
    /** As in `prepared_take_over`. */
    kind: 'notice' | 'file' | 'line'
    content: string
    media_id: string | null
    drill: Flag
    /** JSON array; null: all displays. */
    displays: string | null
    /** JSON array: what its sender calls it. */
    keys: string
    /** Null: its sender need not keep it alive. */
    alive_seconds: number | null
    started_at: Instant
    /** By itself. */
    ends_at: Instant
    /** The last word of its sender. */
    heard_at: Instant
    /** An email address, or the name of a token. */
    started_by: string
    /** The id of that account or token, as a caller has it. */
    starter: string
    /** Null: it runs, or nobody has noticed its end yet. */
    ending: 'time' | 'silence' | 'ended' | null
    ended_at: Instant | null
    ended_by: string | null
  }

  /** A screen has painted a take-over. */
  take_over_showing: {
    take_over_id: string
    organisation_id: string
    display_id: string
    screen_id: string
    shown_at: Instant
  }

  /** A screen that somebody of the organisation has let in. Its id is its own for life, and no other's of any display. */
  paired_screen: {
    id: string
    organisation_id: string
    /** The display that it plays; null: the display was removed, and nobody has given it another. */
    display_id: string | null
    name: string
    /** In words: "Main building, ground floor". Empty: nobody has said. */
    place: string
    diagonal_inches: Generated<number>
    /** From where most people read it. */
    distance_cm: Generated<number>
    /** SHA-256 of the secret that its browser keeps, hex. */
    secret: string
    /** JSON: what its browser said of itself when it was paired. */
    about: string
    paired_at: Instant
    /** When its stream was last there, to within a minute; null: not yet. */
    seen_at: Instant | null
    /** Another server's address that it opens in the place of this one's; null: none. */
    sent_to: string | null
    /** Since when its secret opens nothing; null: it is paired. */
    let_go_at: Instant | null
  }

  /** A code on a glass that waits for somebody to take it in. */
  pairing_code: {
    id: string
    /** SHA-256 of the six characters, hex. */
    code: string
    /** SHA-256 of the secret that the waiting browser keeps, hex. */
    secret: string
    /** JSON: what it says of itself. */
    about: string
    /** As in sign_in_failure. */
    network: string
    /** The name that the glass says while somebody chooses; null: nobody does. */
    shown: string | null
    expires_at: Instant
  }

  /** The commands that a paired screen got. */
  screen_command: {
    id: string
    screen_id: string
    kind: string
    /** Of another server, where it is told to go to one. */
    address: string | null
    made_at: Instant
    answered_at: Instant | null
    /** `done`, or why not; null: it has not answered. */
    answer: string | null
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
    /** When it was first seen that nothing names it any more; null: something does. */
    unreferenced_since: Instant | null
    /** Empty: nobody has said. */
    name: Generated<string>
    /** Each between line breaks, so that one is found as a whole; empty: none. */
    labels: Generated<string>
    alternative_text: Generated<string>
    /** Email address, or the name of an API token. */
    uploaded_by: string | null
    /** SHA-256 of the bytes that came, hex; null: they were not sent, or before they were looked at. */
    sent_sha256: string | null
    /** SHA-256 of the film that what came was made of, by its sender's word, hex; null: nobody has said. */
    source_sha256: Generated<string | null>
    /** It stays although nothing names it. */
    kept: Generated<Flag>
    /** When it was taken out of the library; it is listed again once something shows it. */
    removed_at: Instant | null
    /** The person who removed it (email address), or the name of an API token. */
    removed_by: Generated<string | null>
    /** JSON, of a film that was read (`FilmFacts`); null: a picture, or a film from before films were read. */
    film: string | null
    /** The deck that it is a page of: it is stored, kept and removed with that. */
    deck_id: string | null
    /** Its number there, from 1. */
    page: number | null
    /** The words on it; may be empty. */
    page_text: string | null
    /** The person who sent it for a proposal that nobody has approved: it is theirs alone; null: a file like any other. */
    held_for: Generated<string | null>
    /** The proposal link by which it was sent; null: a member sent it, or it came before links were written down. */
    held_link: Generated<string | null>
    /** Height of its smallest letters, as a share of its own; null: it has none, or nobody has looked. */
    page_letters: number | null
  }

  /** An upload in pieces; its bytes so far lie in a file of the same name, or in `upload_piece`: as many as there are. */
  upload: {
    id: string
    organisation_id: string
    user_id: string
    /** Idempotency-Key of the request that began it. */
    command_key: string | null
    length_bytes: number
    kind: Generated<'picture' | 'film'>
    /** Of a film: it is taken although not every screen plays it. */
    insists: Generated<Flag>
    /** As of the stored file. */
    source_sha256: Generated<string | null>
    /** The stored file that it became; null until it is finished. */
    media_id: string | null
    expires_at: Instant
  }

  /** Bytes of an upload under way, where several nodes take them. */
  upload_piece: { upload_id: string; start_byte: number; bytes: Uint8Array }

  /** The answer to a command that carried an Idempotency-Key, so that a repeated one is answered, not carried out. */
  receipt: { user_id: string; key: string; fingerprint: string; answer: string; created_at: Instant }

  /** The subscription of a user (E3). */
  profile: {
    email: string
    id: string
    org: string
    msg: string
    sub_type: string
    /** Names it in addresses, where an email does not belong. */
    member_id: string
    role: string
    /** JSON array of the displays that it is limited to; null: all. */
    displays: string | null
    /** The account that it opens to; null: nobody has shown yet that the address is theirs. */
    user_id: string | null
    /** Of an editor: 1, they may take the screens over. */
    may_take_over: Generated<Flag>
  }

  /** Makes whoever presents its token a member, once. The row goes when it is accepted or withdrawn. */
  invitation: {
    id: string
    organisation_id: string
    /** SHA-256, hex: who reads the table cannot join with it. */
    token: string
    role: string
    /** As in `profile`. */
    displays: string | null
    /** Email of who made it. */
    invited_by: string
    /** The subscribed address that it opens, of the provider's own invitations; null: it is for whoever holds it. */
    email: string | null
    /** For whom its maker means it; may be empty. */
    recipient: string
    created_at: Instant
    expires_at: Instant
  }

  /** Lets a program in. */
  api_token: {
    id: string
    organisation_id: string
    /** SHA-256 of its secret, hex: who reads the table cannot use it. */
    token: string
    name: string
    role: string
    /** As in `profile`. */
    displays: string | null
    /** Email of who made it. */
    created_by: string
    created_at: Instant
    expires_at: Instant
    last_used_at: Instant | null
  }

  /** Advice on one thing that nobody wants to hear again. */
  left_advice: {
    organisation_id: string
    programme_id: string
    /** Of an item or a line; of what is said of the whole loop, the programme's. */
    entry_id: string
    rule: string
    left_at: Instant
  }

  /** One trouble of one screen. It outlives the screen's own row, and goes with the display. */
  incident: {
    id: string
    organisation_id: string
    display_id: string
    screen_id: string
    name: string
    kind: 'dark' | 'silent' | 'unsteady'
    /** Of an unsteady one: whether it is dark or silent at the moment. */
    failing: Flag
    began_at: Instant
    opened_at: Instant
    /** When the alarm was written down for those who asked for it; null: not yet. */
    told_at: Instant | null
    /** JSON: ids of the members that the alarm was for. */
    told_to: string
    reminded_at: Instant | null
    reminders: number
    /** JSON: when it came and went, in the last hour. */
    changes: string
    muted_until: Instant | null
    closed_at: Instant | null
    /** When those who were told of it were told that it is over; null: not yet, or nobody was told. */
    back_at: Instant | null
  }

  /** Of which displays a member hears by mail. No row: of none. */
  alert_choice: {
    member_id: string
    organisation_id: string
    /** JSON; null: all. */
    displays: string | null
    /** In the links of their mails: it mutes and unsubscribes, and nothing else. */
    secret: string
  }

  /** An address of an organisation's own that hears of events. */
  webhook: {
    id: string
    organisation_id: string
    url: string
    /** JSON: the types of events that it hears of. */
    events: string
    /** JSON: ids of the displays that it hears of; null: all. */
    displays: string | null
    /** As it was shown once: messages are signed with it. */
    secret: string
    /** The one before, with which they are signed as well until then; where it was changed more than once in a day the newest first, with spaces. */
    previous_secret: string | null
    previous_until: Instant | null
    created_by: string
    created_at: Instant
    /** Since when nothing has arrived, though it was tried; null: the last one did. */
    failing_since: Instant | null
    /** It has asked to be left alone until then (Retry-After). */
    not_before: Instant | null
    /** When its owners were last told of it, since it fails. */
    told_at: Instant | null
    /** When it was switched off, and why: it said 410, it failed for three days, somebody wanted it. */
    ended_at: Instant | null
    ended_because: 'gone' | 'failed' | 'owner' | null
    /** The trouble that its owners are to hear of by mail, and when the mail is tried; null: none. */
    mail: 'failing' | 'gone' | 'failed' | null
    mail_at: Instant | null
  }

  /** Something that webhooks hear of, written with what it tells of. It is kept as long as what became of it. */
  webhook_event: {
    id: string
    organisation_id: string
    type: string
    /** JSON. */
    data: string
    /** Of several with one subject, until it is given out: the later takes the place of the earlier. Null: it stands for itself. */
    subject: string | null
    created_at: Instant
    /** Nobody gives it out before. Null: it was given out. */
    due_at: Instant | null
  }

  /** An event on its way to one webhook, and what was answered. */
  webhook_delivery: {
    /** The message's own, the same each time it is tried. */
    id: string
    event_id: string
    webhook_id: string
    created_at: Instant
    outcome: 'waiting' | 'sent' | 'failed'
    /** Nobody tries it before; whoever tries it puts this off first. */
    next_at: Instant
    attempts: number
    /** Of the last try; null: none yet. */
    answered_at: Instant | null
    took_ms: number | null
    status: number | null
    failure: string | null
    /** The beginning of what was answered. */
    answer: string | null
  }

  /** A link by which people without an account propose something for a programme. */
  proposal_link: {
    id: string
    organisation_id: string
    programme_id: string
    /** Digest of its token. */
    token: string
    name: string
    /** Between blanks: `notice image`. */
    kinds: string
    most_waiting: number
    created_by: string
    created_at: Instant
    expires_at: Instant
    /** Null: it counts until it expires. */
    withdrawn_at: Instant | null
  }

  /** A proposal, frozen as it was sent. */
  proposal: {
    id: string
    organisation_id: string
    programme_id: string
    /** Null: of a member, or its link is forgotten. */
    link_id: string | null
    /** Digest of the key of the browser that sent it, or the member. */
    holder: string
    /** Idempotency-Key of the request that sent it. */
    command_key: string | null
    /** Email of whoever was signed in; null: nobody. */
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
    /** 1: it was changed before it went on. */
    changed: Flag
    /** When editors are to be told next; null: they were. */
    tell_at: Instant | null
    /** When its proposer is to be told next. */
    answer_at: Instant | null
    /** How often telling has failed. */
    tries: number
  }

  /** A mail of alerts on its way: to a member or, without one, the operator. Written with what it tells of. */
  delivery: {
    id: string
    organisation_id: string | null
    member_id: string | null
    /** JSON. */
    message: string
    created_at: Instant
    outcome: 'waiting' | 'sent' | 'failed'
    /** Nobody tries it before; whoever tries it puts this off first. */
    next_at: Instant
    attempts: number
    answered_at: Instant | null
    failure: string | null
  }

  /** One move of content from elsewhere, and its report. */
  move_in: {
    organisation_id: string
    /** Its sender's. */
    id: string
    kind: string
    name: string
    /** Email, or the name of an API token. */
    begun_by: string
    /** Id of that account or token; empty: not known. */
    begun_by_id: Generated<string>
    began_at: Instant
    ended_at: Instant | null
  }

  /** The result for one thing of it. */
  move_in_entry: {
    organisation_id: string
    move_in_id: string
    thing: string
    path: string
    outcome: string
    reason: string | null
    /** Of a file, as it lay where it was. */
    size_bytes: number | null
    media_id: string | null
    playlist_id: string | null
    /** In this order they are told. */
    place: number
  }

  /** A trouble of the server's own that its operator has been told of, until it is over. */
  server_trouble: { kind: string; node: string; began_at: Instant }

  user: {
    id: string
    email: string
    name: string
    /** True: its owner has proven the address. */
    email_verified: Flag
    image: string | null
    /** May not sign in, and is not told why. */
    disabled: Generated<Flag>
    /** Of the provider. */
    operator: Generated<Flag>
    created_at: string
    updated_at: string
  }

  session: {
    id: string
    user_id: string
    /** SHA-256 of the cookie's secret, hex: who reads the table cannot sign in with it. */
    token: string
    /** Of the secret before this one, for the requests that were under way when it was replaced. */
    previous_token: string | null
    /** When the secret was made. */
    rotated_at: Instant
    expires_at: string
    /** A3: outlives the browser. */
    remembered: Flag
    last_seen_at: Instant
    /** Name of the identity provider that it began through; null: by password. */
    through: string | null
    ip_address: string | null
    user_agent: string | null
    created_at: string
    updated_at: string
  }

  /** A way to sign in: for now always a password, hashed. */
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

  /** Of a library that is gone (decision 13); nothing reads or writes it. */
  verification: {
    id: string
    identifier: string
    value: string
    expires_at: string
    created_at: string
    updated_at: string
  }

  /** A try to sign in that has not succeeded. Written before the password is looked at, taken back when it was right. */
  sign_in_failure: {
    id: Generated<number>
    email: string
    /** SHA-256 of a device that has signed in to this account before; empty for any other. */
    device: string
    /** The client's address, as wide as one client may change it: /24 of IPv4, /64 of IPv6. */
    network: string
    failed_at: ColumnType<Instant, Instant, never>
  }

  /** The sign-up of somebody with an address that has an account already: it signs in to nothing. */
  sign_up_decoy: {
    email: string
    /** Of address and password, as slow to make as a password's hash. */
    digest: string
    made_at: Instant
  }

  /** A browser that signed in to an account before: strangers cannot lock it out. */
  known_device: {
    user_id: string
    /** SHA-256 of the id in its cookie, hex. */
    device: string
    seen_at: Instant
  }

  /** A link for a new password that may still be used. */
  password_reset: {
    /** SHA-256 of what the link carries, hex. */
    token: string
    user_id: string
    expires_at: Instant
  }

  /** Somebody asked for such a link, for an address with an account or without. */
  reset_request: {
    id: Generated<number>
    email: string
    /** As in sign_in_failure. */
    device: string
    network: string
    requested_at: ColumnType<Instant, Instant, never>
  }

  /** An authenticator app (TOTP). */
  second_factor: {
    user_id: string
    /** Encrypted, by a key that is derived from the installation's secret. */
    secret: string
    /** Null while it is being set up: it does not count yet. */
    confirmed_at: Instant | null
    /** The newest time step whose code was taken; no code is taken twice. */
    last_step: number
  }

  /** A code that stands in for the app once, and is gone then. */
  recovery_code: { user_id: string; digest: string }

  /** The password was right, the code is still to come. */
  pending_sign_in: {
    /** SHA-256 of what the browser has, hex. */
    token: string
    user_id: string
    /** A3 */
    remembered: Flag
    /** As in session. */
    through: string | null
    expires_at: Instant
  }

  /** The person at an identity provider who opens an account. */
  linked_identity: {
    issuer: string
    /** The provider's own name for them, which it never gives to anybody else. */
    subject: string
    user_id: string
    linked_at: Instant
  }

  /** A sign-in through the identity provider that began and may still come back, or came back in vain. */
  sign_on_attempt: {
    /** SHA-256 of what the browser has, hex. */
    token: string
    /** Sealed JSON, by a key that is derived from the installation's secret. */
    content: string
    /** As in sign_in_failure; empty for a browser that signed in before. */
    network: string
    /** 1: it came back. */
    used: Flag
    expires_at: Instant
  }

  /** The log. The database itself refuses to change a row, and to remove one before its time. */
  activity: {
    id: Generated<number>
    organisation_id: string
    /** null: of the organisation. */
    programme_id: string | null
    at: Instant
    kind: string
    actor_kind: string
    actor_id: string | null
    actor_email: string
    /** The one that it found, and the one that it made; both null where nothing in a programme changed. */
    revision_before: number | null
    revision_after: number | null
    subject_type: string | null
    subject_id: string | null
    subject_title: string | null
    /** JSON: what this kind of entry says beside. */
    details: string | null
    request_id: string | null
    /** The revision that its states are told by; null: the one before it. */
    base_revision: number | null
  }

  /** The states that an undo goes by. Read for that alone, and gone before their entry is. As hard to change as `activity`. */
  activity_state: {
    entry_id: number
    organisation_id: string
    at: Instant
    /** Of `changes`. */
    size_bytes: number
    /** JSON: each thing that was changed, with the revision that it got. */
    touched: string
    /** JSON: what differs from the revision that it is told by, as it was there and as it is. */
    changes: string
  }

  /** The bytes of log that the changes of a programme took on one day. Written under the programme's lock. */
  activity_use: {
    organisation_id: string
    /** Days since 1970, UTC. */
    day: number
    programme_id: string
    entry_bytes: number
    state_bytes: number
    /** Changes without an entry of their own, since there were too many. */
    unwritten: number
  }

  /** Values that the installation made up at its first start and that all of its processes share. */
  setting: { key: string; value: string }
}
